/**
 * Writes the marks of the product into web/public: the border tile motif.svg and the app's icon, as SVG and PNG.
 * Run: node tools/artwork/draw-marks.ts
 */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { kapaPath, kapaTile } from '../../web/src/ui/kapa-motif.ts';

const folder = new URL('../../web/public/', import.meta.url);
const [paper, coral, deep, sea, shoal] = ['#f7f1e3', '#e0603f', '#0f3b4f', '#1f6d80', '#6fb1ad'];

/** A sun behind a ridge above the sea; `corner` is the radius of the square's corners, of 512. */
function iconSvg(corner: number): string {
  const teeth = Array.from({ length: 9 }, (_, index) => `M${index * 64 - 32} 404h64l-32 30z`).join('');
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">',
    `<clipPath id="edge"><rect width="512" height="512" rx="${corner}"/></clipPath><g clip-path="url(#edge)">`,
    `<path d="M0 0h512v512H0z" fill="${paper}"/>`,
    `<circle cx="322" cy="206" r="104" fill="${coral}"/>`,
    `<path d="M0 344L62 268 96 292 176 150 206 186 232 172 300 272 338 250 404 316 452 296 512 336V360H0z" fill="${deep}"/>`,
    `<path d="M176 150L160 214 186 250 164 300 190 344H96L108 290 140 262 132 228z" fill="${sea}"/>`,
    `<path d="M338 250L326 284 344 310 330 344H270L300 300z" fill="${sea}"/>`,
    `<path d="M0 340h512v172H0z" fill="${sea}"/>`,
    `<path d="M0 340h512v26H0z" fill="${shoal}"/>`,
    `<path d="M0 404h512v108H0z" fill="${deep}"/>`,
    `<path d="${teeth}" fill="${sea}"/>`,
    `<path d="M0 398h512v7H0z" fill="${paper}"/>`,
    '</g></svg>\n',
  ].join('');
}

const png = (corner: number, size: number) =>
  sharp(Buffer.from(iconSvg(corner)))
    .resize(size, size)
    .png()
    .toBuffer();

/** A sign on paper, for what a long press on the app's icon offers; the signs are those of web/src/ui/icons.tsx. */
const shortcut = (path: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><circle cx="24" cy="24" r="24" fill="${paper}"/>` +
        `<path transform="translate(12 12)" d="${path}" fill="none" stroke="${deep}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
    ),
  )
    .resize(96, 96)
    .png()
    .toBuffer();
const scanSign =
  'M4 8.5V4h4.5M15.5 4H20v4.5M20 15.5V20h-4.5M8.5 20H4v-4.5M8.5 8.5h3v3h-3zM14.5 8.5h1v1M14.5 12.5h1v3h-3v-1M8.5 14.5v1';
const ticketSign = 'M3.5 6.5h17V10a2 2 0 0 0 0 4v3.5h-17V14a2 2 0 0 0 0-4zM14.5 6.5v2M14.5 11v2M14.5 15.5v2';

const tile = `viewBox="0 0 ${kapaTile.width} ${kapaTile.height}" width="${kapaTile.width}" height="${kapaTile.height}"`;
const files: [string, string | Buffer][] = [
  ['motif.svg', `<svg xmlns="http://www.w3.org/2000/svg" ${tile} fill="currentColor"><path d="${kapaPath}"/></svg>\n`],
  ['icon.svg', iconSvg(112)],
  ['icon-192.png', await png(112, 192)],
  ['icon-512.png', await png(112, 512)],
  // Phones cut their own shape out of these, so they fill the square.
  ['icon-maskable-512.png', await png(0, 512)],
  ['apple-touch-icon.png', await png(0, 180)],
  ['icon-shortcut-scan.png', await shortcut(scanSign)],
  ['icon-shortcut-bookings.png', await shortcut(ticketSign)],
];
for (const [file, content] of files) await writeFile(new URL(file, folder), content);
