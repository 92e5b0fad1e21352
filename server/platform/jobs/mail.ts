import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import type { Clock } from '../context.ts';
import type { Settings } from '../settings.ts';
import { inSpan } from '../tracing/tracing.ts';
import { placesPerQueue } from './job-places.ts';
import type { Mail } from './queues.ts';

export interface Mailer {
  /**
   * @param signal closes the connection when it is aborted, so that the message is no longer on its way when the promise rejects.
   * @param id the job's. A message that is sent once more, as its worker fell before it could note that it was taken, has the same
   * Message-ID, by which who receives it knows it.
   * @throws the mail server's error when it does not take the message; it can be sent again then.
   */
  send(message: Mail, signal?: AbortSignal, id?: string): Promise<void>;
  /** Closes its connections. */
  close(): void;
}

/** A connection is made anew after so many messages; some servers refuse more on one. */
const messagesPerConnection = 100;

/** Folder of the messages kept when no SMTP server is set. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail');

/** Sends by SMTP where a server is set; else keeps each message as a file DATA_DIR/mail/*.eml. */
export function createMailer(settings: Settings, clock: Clock): Mailer {
  const mailer = makeMailer(settings, clock);
  const span = { name: 'mail', kind: 'CLIENT' as const, attributes: { 'mail.to': settings.smtpUrl ? 'smtp' : 'file' } };
  return { ...mailer, send: (message, signal, id) => inSpan(span, () => mailer.send(message, signal, id)) };
}

function makeMailer(settings: Settings, clock: Clock): Mailer {
  const { smtpUrl, mailFrom, dataDir } = settings;
  const domain = domainToASCII(/@([^@>]+)>?$/.exec(mailFrom)?.[1] ?? '');
  // An address given as an object is never parsed again: it can name one mailbox and nothing else.
  const envelope = (message: Mail, id?: string) => ({
    from: mailFrom,
    ...(id && { messageId: `<${id}@${domain}>` }),
    to: { name: '', address: message.to },
    subject: message.subject,
    text: message.text,
    ...(message.html ? { html: message.html } : {}),
    ...(message.unsubscribe ? { headers: endingHeaders(message.unsubscribe) } : {}),
    date: clock.now(),
  });
  if (smtpUrl) {
    const transport = once(async () =>
      (await loadLibrary()).createTransport({
        url: smtpUrl,
        pool: true,
        // One for each mail in hand: none waits here behind a slow one.
        maxConnections: placesPerQueue,
        maxMessages: messagesPerConnection,
        connectionTimeout: 5_000,
        greetingTimeout: 5_000,
        socketTimeout: 10_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    );
    return {
      send: async (message, signal, id) => {
        await (await transport()).sendMail({ ...envelope(message, id), signal });
      },
      close: () => void transport.made?.then((made) => made.close()),
    };
  }
  const toBuffer = once(async () =>
    (await loadLibrary()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  const send = async (message: Mail, _signal?: AbortSignal, id?: string) => {
    const folder = mailFolder(dataDir);
    await mkdir(folder, { recursive: true });
    const sent = await (await toBuffer()).sendMail(envelope(message, id));
    const name = `${clock.now().toISOString().replace(/[:.]/g, '-')}-${sent.messageId.replace(/[^\w-]/g, '').slice(0, 12)}.eml`;
    await writeFile(join(folder, `.${name}`), sent.message as Buffer);
    await rename(join(folder, `.${name}`), join(folder, name));
  };
  return { send, close: () => {} };
}

/** One press in the mail program ends mails of this kind. */
const endingHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Loaded with the first message: it takes 6 MB. */
const loadLibrary = () => import('nodemailer');

function once<T>(make: () => Promise<T>): { (): Promise<T>; made?: Promise<T> } {
  const get: { (): Promise<T>; made?: Promise<T> } = () => {
    get.made ??= make();
    return get.made;
  };
  return get;
}
