import { SMTPServer } from 'smtp-server';
import { type KeptMail, parseMessage } from '../../server/features/demo/kept-mail.ts';

/** A real SMTP server that keeps what it is given. */
export interface MailTrap {
  url: string;
  messages: (KeptMail & { recipients: string[]; raw: string })[];
  /** The newest message to an address that came after `since` messages were there and says what is asked for; waits for it. */
  waitFor(address: string, since?: number, saying?: RegExp): Promise<KeptMail>;
  close(): Promise<void>;
}

export function openMailTrap(): Promise<MailTrap> {
  const messages: MailTrap['messages'] = [];
  let onArrival: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map((to) => to.address);
        const raw = Buffer.concat(chunks).toString('utf8');
        messages.push({ ...parseMessage(raw), recipients, raw });
        done();
        for (const wake of onArrival) wake();
        onArrival = [];
      });
    },
  });
  const waitFor = async (address: string, since = 0, saying = /(?:)/): Promise<KeptMail> => {
    const until = Date.now() + 20_000;
    while (Date.now() < until) {
      const found = messages.slice(since).findLast((one) => one.recipients.includes(address) && saying.test(one.text));
      if (found) return found;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1_000);
        onArrival.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    throw new Error(`no mail to ${address}`);
  };
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.server.address() as { port: number };
      const close = () => new Promise<void>((closed) => server.close(() => closed()));
      resolve({ url: `smtp://127.0.0.1:${port}`, messages, waitFor, close });
    });
  });
}
