import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../../platform/http/html.ts';
import { cspHash } from '../../platform/http/security-headers.ts';
import type { Settings } from '../../platform/settings.ts';
import { codeUrl, type listCodes, qrSvg } from '../scanning/scanning.ts';
import type { KeptMail } from './kept-mail.ts';

const style = readFileSync(join(import.meta.dirname, 'demo-pages.css'), 'utf8');

function page(title: string, body: string): { html: string; policy: string } {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body>${body}</body></html>`;
  const policy = `default-src 'none'; style-src ${cspHash(style)}; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
  return { html, policy };
}

type CodeRow = Awaited<ReturnType<typeof listCodes>>[number];

/** Cards to print, one per code: the place, a sentence, the code with its quiet zone, the code in words. */
export function renderCodesPage(codes: readonly CodeRow[], { publicUrl, productName }: Settings) {
  const cards = codes.map((code) => {
    const url = codeUrl(publicUrl, code.location_id, code.code);
    const status = code.status === 'active' ? '' : `<p class="status">${code.status}</p>`;
    return `<article><h2>${escapeHtml(code.location_name)}</h2><p class="label">${escapeHtml(code.label ?? '')}</p>
<a href="${escapeHtml(url)}">${qrSvg(url, 240)}</a><p class="words">${code.code}</p>${status}</article>`;
  });
  const lead = `Scan one with a phone's camera or on <a href="/scan">/scan</a>, or click it. Every code leads to ${escapeHtml(publicUrl)}.`;
  return page(
    `${productName} demo codes`,
    `<header><h1>Demo codes</h1><p>${lead}</p></header><main>${cards.join('')}</main>`,
  );
}

/** The kept messages, newest first, with their links alive. */
export function renderMailPage(messages: readonly KeptMail[], { productName }: Settings) {
  const linked = (text: string) =>
    escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
  const items = messages.map(
    (
      one,
    ) => `<article class="mail"><h2>${escapeHtml(one.subject)}</h2><p class="label">To ${escapeHtml(one.to)}, ${escapeHtml(one.date)}</p>
<pre>${linked(one.text)}</pre></article>`,
  );
  const empty = '<p>No message yet. Ask for a sign-in link on <a href="/auth">/auth</a> and reload this page.</p>';
  return page(
    `${productName} demo mail`,
    `<header><h1>Mail sent</h1></header><main class="list">${items.join('') || empty}</main>`,
  );
}
