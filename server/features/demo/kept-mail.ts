import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mailFolder } from '../../platform/jobs/mail.ts';

export interface KeptMail {
  to: string;
  subject: string;
  date: string;
  text: string;
}

/** The newest messages kept in DATA_DIR/mail. Reads only what our own mailer writes: one text part. */
export async function readKeptMail(dataDir: string, most: number): Promise<KeptMail[]> {
  const folder = mailFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => /^[^.].*\.eml$/.test(name))
    .sort()
    .reverse()
    .slice(0, most);
  return await Promise.all(newest.map(async (name) => parseMessage(await readFile(join(folder, name), 'utf8'))));
}

/** Header fields and text of a message of ours. */
export function parseMessage(raw: string): KeptMail {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = rest.join('\r\n\r\n');
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  return {
    to: headers.get('to') ?? '',
    subject: decodeWords(headers.get('subject') ?? ''),
    date: headers.get('date') ?? '',
    text:
      encoding === 'quoted-printable'
        ? decodeQuoted(body)
        : encoding === 'base64'
          ? Buffer.from(body, 'base64').toString()
          : body,
  };
}

function decodeQuoted(body: string): string {
  const joined = body.replace(/=\r\n/g, '');
  const bytes = joined.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Header words in the encoded form of RFC 2047. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : decodeQuoted(text.replace(/_/g, ' ')),
    );
}
