/**
 * Makes the display face: Newsreader SemiBold with the characters that names and headings use, as one small file.
 * Prints its metrics and, for each fallback font given as an argument (.ttf), the overrides that keep lines in place
 * while the face loads. Run: node tools/artwork/subset-font.ts [fallback.ttf ...]
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import subsetFont from 'subset-font';
import { seed } from '../../db/seed/world.ts';
import { type FontMetrics, missingCharacters, readMetrics, withTwinCharacter } from './sfnt.ts';

const sourceFolder = new URL('../../node_modules/@expo-google-fonts/newsreader/', import.meta.url);
const targetFolder = new URL('../../web/public/fonts/', import.meta.url);
const largestBytes = 35 * 1024;

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
const okina = '\u02bb';
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xac)}${range(0xae, 0xff)}${okina}āēīōūĀĒĪŌŪ‘’“”–—…−‹›€™`;

const source = await readFile(new URL('600SemiBold/Newsreader_600SemiBold.ttf', sourceFolder));
// The face lacks the ʻokina. Its opening single quote has that very shape, so the ʻokina borrows it, kerning included.
const complete = withTwinCharacter(source, okina, '‘');
const missing = missingCharacters(source, characters).filter((character) => character !== okina);
if (missing.length > 0) throw new Error(`The face has no glyph for ${missing.join(' ')}`);

const subset = await subsetFont(complete, characters, { targetFormat: 'woff2' });
if (subset.length > largestBytes) throw new Error(`${subset.length} bytes is more than ${largestBytes}`);
await mkdir(targetFolder, { recursive: true });
await writeFile(new URL('newsreader-600.woff2', targetFolder), subset);
// The licence asks to travel with the font.
await copyFile(new URL('LICENSE_FONT', sourceFolder), new URL('newsreader-LICENSE.txt', targetFolder));

// A vowel with kahakō is as wide as without, and fallback fonts may not have it.
const names = [...seed.places, ...seed.listings].map((row) => row.name).join(' ');
const sample = names
  .normalize('NFD')
  .replaceAll(/\p{Mark}/gu, '')
  .replaceAll(okina, '‘');
const face = readMetrics(source, sample);
console.log(`newsreader-600.woff2: ${subset.length} bytes`, face);
for (const path of process.argv.slice(2)) {
  console.log(basename(path), fallbackOverrides(face, readMetrics(await readFile(path), sample)));
}

/** Descriptors of an @font-face rule that make `fallback` as wide on average, and as tall a line, as `face`. */
function fallbackOverrides(face: FontMetrics, fallback: FontMetrics): Record<string, string> {
  const scale = face.averageWidth / face.unitsPerEm / (fallback.averageWidth / fallback.unitsPerEm);
  const percent = (fraction: number) => `${(fraction * 100).toFixed(2)}%`;
  return {
    'size-adjust': percent(scale),
    'ascent-override': percent(face.ascent / face.unitsPerEm / scale),
    'descent-override': percent(-face.descent / face.unitsPerEm / scale),
    'line-gap-override': percent(face.lineGap / face.unitsPerEm / scale),
  };
}
