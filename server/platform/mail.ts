import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from './context.ts';
import type { JobData } from './jobs.ts';
import type { Settings } from './settings.ts';

export type Mailer = (message: JobData['mail']) => Promise<void>;

/** Folder of the messages kept when no SMTP server is set. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail');

/** Sends by SMTP where a server is set; else keeps each message as a file DATA_DIR/mail/*.eml. */
export function createMailer(settings: Settings, clock: Clock): Mailer {
  const { smtpUrl, mailFrom, dataDir } = settings;
  // An address given as an object is never parsed again: it can name one mailbox and nothing else.
  const envelope = (message: JobData['mail']) => ({
    from: mailFrom,
    to: { name: '', address: message.to },
    subject: message.subject,
    text: message.text,
    ...(message.html ? { html: message.html } : {}),
    date: clock.now(),
  });
  if (smtpUrl) {
    const transport = once(async () =>
      (await loadLibrary()).createTransport({
        url: smtpUrl,
        connectionTimeout: 5_000,
        greetingTimeout: 5_000,
        socketTimeout: 10_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    );
    return async (message) => {
      await (await transport()).sendMail(envelope(message));
    };
  }
  const toBuffer = once(async () =>
    (await loadLibrary()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return async (message) => {
    const folder = mailFolder(dataDir);
    await mkdir(folder, { recursive: true });
    const sent = await (await toBuffer()).sendMail(envelope(message));
    const name = `${clock.now().toISOString().replace(/[:.]/g, '-')}-${sent.messageId.replace(/[^\w-]/g, '').slice(0, 12)}.eml`;
    await writeFile(join(folder, `.${name}`), sent.message as Buffer);
    await rename(join(folder, `.${name}`), join(folder, name));
  };
}

/** Loaded with the first message: it takes 6 MB. */
const loadLibrary = () => import('nodemailer');

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
