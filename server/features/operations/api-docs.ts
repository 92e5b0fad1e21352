import { z } from 'zod';
import { accessInWords } from '../../../contract/access-words.ts';
import type { Endpoint, TakenFile } from '../../../contract/endpoint.ts';
import { errors } from '../../../contract/errors.ts';
import { escapeHtml } from '../../platform/http/html.ts';
import { cspHash } from '../../platform/http/security-headers.ts';
import { type Limit, limits } from '../../platform/limits/limits.ts';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#17324d;background:#fbf7ee}
h1{font-family:Georgia,serif}details{border-top:1px solid #d9cfb8;padding:.5rem 0}summary{cursor:pointer;overflow-wrap:anywhere}
code{font-family:ui-monospace,monospace}pre{background:#fff;padding:1rem;overflow:auto;border-radius:8px;font-size:.85rem}
.who{color:#5a6b7a}.wide{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0;font-size:.85rem}td,th{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0}`;

const schemaBlock = (title: string, type: z.ZodType | undefined, io: 'input' | 'output') =>
  type
    ? `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(z.toJSONSchema(type, { io, unrepresentable: 'any' }), null, 1))}</pre>`
    : '';

const fileLine = (takes: TakenFile | undefined) =>
  takes
    ? `<h3>Body</h3><p>A ${takes.kind} of at most ${takes.mostBytes.toLocaleString('en')} bytes, as the one field <code>file</code> of <code>multipart/form-data</code>.</p>`
    : '';

const spanOf = (seconds: number) =>
  seconds % 3_600 === 0 ? `${seconds / 3_600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;

const limitRows = Object.entries(limits).map(
  ([name, { amount, seconds, key, why, sparesKnownDevices }]: [string, Limit]) => {
    const unit = name.endsWith('-bytes') ? ' bytes' : '';
    return `<tr><td><code>${name}</code><td>${amount.toLocaleString('en')}${unit}<td>${spanOf(seconds)}<td>${key}<td>${sparesKnownDevices ? 'no' : ''}<td>${escapeHtml(why)}`;
  },
);

const limitTable = `<h2>Limits</h2><p>A call that names a limit spends that of its caller and that of their network (an IPv4 address, an IPv6 /64; a site is an IPv6 /48; an e-mail address counts without its +tag). A known device, on which somebody has signed in before, does not spend those with a <q>no</q>: it has a share of its own. Beyond it the answer is 429 with the seconds to wait in <code>Retry-After</code>.</p>
<div class="wide"><table><tr><th>Limit<th>At most<th>Within<th>For each<th>Known devices<th>Why</tr>${limitRows.join('\n')}</table></div>`;

/** The contract as one readable page without scripts, with the policy that fits it. */
export function renderApiDocs(contract: readonly Endpoint[], productName: string): { html: string; policy: string } {
  const sections = contract.map((one) => {
    const refusals = (one.errors ?? []).map(
      (code) => `<li><code>${code}</code> ${errors[code].status}: ${escapeHtml(errors[code].words)}</li>`,
    );
    return `<details><summary><code>${one.method} ${escapeHtml(one.path)}</code> <span class="who">${accessInWords(one)}${one.limit ? `; limit <code>${one.limit}</code>` : ''}${(one.stores ?? []).map((name) => `, <code>${name}</code>`).join('')}</span><br>${escapeHtml(one.summary)}</summary>
${schemaBlock('Path', one.params, 'input')}${schemaBlock('Query', one.query, 'input')}${schemaBlock('Body', one.body, 'input')}${fileLine(one.takes)}
${['json', 'binary-or-json'].includes(one.replyKind ?? 'json') ? schemaBlock(`Reply (${one.status ?? 200})`, one.reply, 'output') : ''}
${refusals.length ? `<h3>Refusals</h3><ul>${refusals.join('')}</ul>` : ''}</details>`;
  });
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(productName)} API</title><style>${style}</style></head><body><h1>${escapeHtml(productName)} API</h1>
<p>Every refusal has the shape <code>{ "error", "code", "request_id" }</code>. As OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a>. What it runs on: <a href="/licenses">licences of others</a>.</p>
${limitTable}
${sections.join('\n')}</body></html>`;
  return {
    html,
    policy: `default-src 'none'; style-src ${cspHash(style)}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  };
}
