import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../../platform/http/html.ts';
import { cspHash } from '../../platform/http/security-headers.ts';

const root = join(import.meta.dirname, '../../..');

/** What somebody else has made and we run, or send to browsers. */
export interface Licensed {
  name: string;
  version: string;
  licence: string;
  text: string;
}

interface Package {
  name: string;
  version: string;
  license?: string;
  author?: string | { name?: string };
  repository?: string | { url?: string };
}

const licenceFile = /^(licen[cs]e|copying|notice|ofl)/i;

/** Every package that is there to run, as the lockfile names them, with the licence that it brings. What only builds and tests is left out. */
export function findLicences(): Licensed[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; license?: string }>;
  };
  return Object.entries(packages)
    .filter(([path, { dev }]) => path && !dev && existsSync(join(root, path, 'package.json')))
    .map(([path, { license: locked }]) => {
      const folder = join(root, path);
      const about: Package = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const texts = readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
        .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
      const { name, version } = about;
      // The lockfile knows what older packages say in a way of their own.
      const license = typeof about.license === 'string' ? about.license : (locked ?? 'see its text');
      return { name, version, licence: license, text: texts.join('\n\n') || usualText(about) };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

const permission =
  'Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:\n\nThe above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.\n\nTHE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.';

/** Of a package that names its licence and brings no text: the usual one, and where it comes from. */
function usualText({ name, author, license, repository }: Package): string {
  const by = typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`);
  const from =
    typeof repository === 'string' ? repository : (repository?.url ?? `https://www.npmjs.com/package/${name}`);
  const source = `Its source: ${from}`;
  if (license === 'MIT') return `Copyright (c) ${by.replace(/<[^>]*>/, '').trim()}\n\n${permission}\n\n${source}`;
  return `Under ${license}, whose text is at https://spdx.org/licenses/${license}.html\n\n${source}`;
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#17324d;background:#fbf7ee}
h1{font-family:Georgia,serif}details{border-top:1px solid #d9cfb8;padding:.5rem 0}summary{cursor:pointer;overflow-wrap:anywhere}pre{background:#fff;padding:1rem;white-space:pre-wrap;overflow-wrap:anywhere;border-radius:8px;font-size:.85rem}`;

/** All of them as one readable page without scripts, with the policy that fits it. */
export function renderLicences(productName: string): { html: string; policy: string } {
  const parts = findLicences().map(
    ({ name, version, licence, text }) =>
      `<details><summary>${escapeHtml(`${name} ${version}`)} (${escapeHtml(licence)})</summary><pre>${escapeHtml(text)}</pre></details>`,
  );
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(productName)}: licences of others</title><style>${style}</style></head><body><h1>What others have made</h1>
<p>${escapeHtml(productName)} runs on the following, with thanks, each under its own licence.</p>
${parts.join('\n')}</body></html>`,
    policy: `default-src 'none'; style-src ${cspHash(style)}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  };
}
