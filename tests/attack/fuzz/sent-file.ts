import type { TakenFile } from '../../../contract/endpoint.ts';
import type { Random } from '../../../db/seed/generated-random.ts';
import { aForm, aFormOf, aPng } from '../../sent-files.ts';

const names = [
  'reef.png',
  'ʻŌhiʻa 内田.csv',
  '../../etc/passwd',
  'C:\\x\\y.csv',
  '',
  '\u202egnp.exe',
  'x'.repeat(3_000),
  'a\u0000b',
];

/** Files of a kind, and what is none. */
const good: Record<TakenFile['kind'], (random: Random) => Buffer | string> = {
  picture: (random) => aPng(random.whole(1, 20_000), random.whole(1, 2_000)),
  table: (random) =>
    random.pick<Buffer | string>(['a,b\r\n', 'x', 'ʻono,12 €\r\n'.repeat(9_000), Buffer.from('caf\xe9', 'latin1')]),
};
const bad: (Buffer | string)[] = [
  '',
  '\0',
  'a,b\0',
  '<svg onload="alert(1)">\0',
  Buffer.from('504b0304', 'hex'),
  Buffer.from('ffd8ffe0ffffffd8', 'hex'),
  Buffer.from('89504e470d0a1a0a0000000d4948', 'hex'),
  Buffer.from('\0\0\0\x18ftypavif\0\0\0\0avifmif1\x7f\xff\xff\xffmeta\0\0\0\0', 'latin1'),
  Buffer.from(`RIFF\xff\xff\xff\xffWEBPVP8X${'\xff'.repeat(40)}`, 'latin1'),
  aPng(60_000, 60_000),
  Buffer.alloc(300_000, 0x81),
];

/** Ways to send a form wrong. */
const forms: ((content: Buffer | string) => ReturnType<typeof aForm>)[] = [
  () => aFormOf(),
  (content) => aForm(content, { field: 'picture' }),
  (content) => aForm(content, { name: null }),
  (content) => aFormOf({ content }, { content }),
  (content) => aFormOf({ content: 'x', field: '__proto__', name: null }, { content }),
  (content) => aFormOf(...Array(500).fill({ content: 'x', name: null }), { content }),
  (content) => ({ ...aForm(content), headers: { 'content-type': 'multipart/form-data; boundary=another' } }),
  (content) => ({ ...aForm(content), headers: { 'content-type': 'multipart/form-data' } }),
  (content) => ({
    ...aForm(content),
    headers: { 'content-type': `multipart/form-data; boundary=${'x'.repeat(3_000)}` },
  }),
  (content) => ({ ...aForm(content), body: aForm(content).body.subarray(0, 100) }),
  (content) => ({ ...aForm(content), body: aForm(content).body.subarray(0, -3) }),
  (content) => ({ ...aForm(content), body: Buffer.concat([Buffer.alloc(90_000), aForm(content).body]) }),
];

/** A form for an endpoint that takes a file: valid, or with one thing wrong, which is told. */
export function sentFile(
  { kind }: TakenFile,
  random: Random,
  isWrong: boolean,
): ReturnType<typeof aForm> & { wrong?: string } {
  const content = good[kind](random);
  if (!isWrong) return aForm(content, { name: random.pick(names) });
  if (random.chance(0.5)) return { ...aForm(random.pick(bad)), wrong: 'bad file' };
  return { ...random.pick(forms)(content), wrong: 'bad form' };
}
