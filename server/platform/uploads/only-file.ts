import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { Refusal } from '../http/refusal.ts';
import { tooLarge } from '../http/too-large.ts';

/** What a form may hold, and say of its one part. */
const formLimits = { fieldNameSize: 100, fields: 0, files: 1, parts: 1, headerPairs: 20, headerSize: 16 * 1024 };

const wrong = (detail: string) => new Refusal('invalid_request', { detail });

/**
 * Reads a form that holds one file, in the field `file`, and nothing else; no more of it is read than is taken. After a refusal what
 * still comes is thrown away, so that whoever sends it can read the answer.
 * @param take is given the bytes of the file and its name. Where the form turns out to be wrong they end with that error, or what it
 * has made of them is discarded.
 * @param mostBytes of the whole form.
 * @throws Refusal `invalid_request`, `payload_too_large`; the error of `take`.
 */
export async function readOnlyFile<T extends { discard(): Promise<void> }>(
  body: Readable,
  { contentType, mostBytes }: { contentType: string; mostBytes: number },
  take: (pieces: Readable, name: string) => Promise<T>,
): Promise<T> {
  const form = openForm(contentType);
  let pieces: Readable | undefined;
  let taken: Promise<T> | undefined;
  let refuse: (error: Error) => void = () => {};
  let bytes = 0;
  const count = (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > mostBytes) refuse(tooLarge(mostBytes));
  };
  const end = () => body.readableEnded || refuse(wrong('it ended too early'));
  try {
    return await new Promise<T>((resolve, reject) => {
      refuse = reject;
      form.on('file', (field: string | undefined, file: Readable, name: string | undefined) => {
        file.on('error', () => {}); // told by whoever reads it
        if (field !== 'file') return reject(wrong('the file belongs in the field file'));
        pieces = file;
        taken = take(file, name ?? '');
        taken.catch(reject);
      });
      for (const event of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
        form.on(event, () => reject(wrong('send one file, in the field file, and nothing else')));
      form.on('error', () => reject(wrong('the form could not be read to its end')));
      form.on('finish', () =>
        taken ? taken.then(resolve, reject) : reject(wrong('there is no file in the field file')),
      );
      body.on('data', count).on('error', end).on('close', end).pipe(form);
      if (body.destroyed) end();
    });
  } catch (error) {
    pieces?.destroy(error as Error);
    await taken?.then((made) => made.discard()).catch(() => {});
    throw error;
  } finally {
    body.unpipe(form);
    body.off('data', count).off('error', end).off('close', end);
    body.on('error', () => {}).resume();
    form.destroy();
  }
}

/** @throws Refusal `invalid_request` where the media type says no boundary. */
function openForm(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: formLimits, preservePath: true });
  } catch {
    throw wrong('the form says no boundary');
  }
}
