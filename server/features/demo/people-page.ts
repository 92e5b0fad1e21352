import type { ServerResponse } from 'node:http';
import { escapeHtml } from '../../platform/http/html.ts';
import { commonHeaders, cspHash } from '../../platform/http/security-headers.ts';

/** One of the demo's people, as its identity provider shows and vouches for them. */
export interface DemoPerson {
  key: string;
  email: string;
  name: string;
  given_name: string;
  role: string;
  organization_name: string | null;
}

const styles = [
  ':root{color-scheme:light dark}',
  'body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:28rem;padding:1.5rem 1rem;box-sizing:border-box}',
  'h1{font-size:1.25rem;margin:0 0 .25rem}p{margin:0 0 1rem}',
  'button{display:block;inline-size:100%;min-block-size:3.5rem;margin:0 0 .5rem;padding:.5rem 1rem;font:inherit;',
  'text-align:start;border:1px solid currentcolor;border-radius:.75rem;background:none;color:inherit;cursor:pointer}',
  'button:hover,button:focus-visible{outline:3px solid highlight;outline-offset:2px}',
  'small{display:block;overflow-wrap:anywhere}',
].join('');

/** The page on which one chooses whom of the demo's people to be. `action` is its own address. */
export function peoplePage(
  response: ServerResponse,
  productName: string,
  action: string,
  people: readonly DemoPerson[],
): void {
  const choices = people.map(
    ({ key, name, email, role, organization_name }) =>
      `<form method="post" action="${escapeHtml(`${action}/${encodeURIComponent(key)}`)}"><button><strong>` +
      `${escapeHtml(name)}</strong><small>${escapeHtml([role, organization_name, email].filter(Boolean).join(', '))}` +
      `</small></button></form>`,
  );
  const title = 'Choose an account';
  const html =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${title}</title><style>${styles}</style></head><body><main><h1>${title}</h1>` +
    `<p>to continue to ${escapeHtml(productName)}. This page stands in for Google in the demo.</p>` +
    `${choices.join('')}</main></body></html>`;
  response.writeHead(200, {
    ...commonHeaders(false),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // No form-action: it would also bind the redirects that lead from here back to the product.
    'content-security-policy': `default-src 'none'; style-src ${cspHash(styles)}; base-uri 'none'; frame-ancestors 'none'`,
  });
  response.end(html);
}
