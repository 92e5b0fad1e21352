import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../platform/context.ts';
import { readCookies } from '../../platform/http/cookies.ts';
import { escapeHtml } from '../../platform/http/html.ts';
import { findReader } from '../../platform/http/language.ts';
import { isNavigation } from '../../platform/http/request-origin.ts';
import { cspHash } from '../../platform/http/security-headers.ts';
import { asRefusal, markError } from '../../platform/http/server.ts';
import type { Editions } from './editions.ts';

// As little as looks like the guide: this is sent while there is no room for more.
const style = [
  ':root{color-scheme:light dark;--paper:#f7f1e3;--ink:#14303c;--muted:#51636a;--accent:#b92d45;--on-accent:#fff}',
  '@media(prefers-color-scheme:dark){:root{--paper:#0f1d2b;--ink:#f2eadb;--muted:#a8b6bd;--accent:#ff9189;--on-accent:#35070c}}',
  'body{display:grid;min-height:100svh;margin:0;place-content:center;background:var(--paper);color:var(--ink);',
  'font:1.0625rem/1.5 system-ui,sans-serif;text-align:center}main{max-width:24rem;padding:1.5rem}',
  'h1{margin:0;font:600 2rem/1.15 Georgia,serif}p{margin:.75rem 0 1.5rem;color:var(--muted)}',
  'a{display:block;padding:.75rem 1.125rem;border-radius:10px;background:var(--accent);color:var(--on-accent);',
  'font-weight:600;text-decoration:none}a:focus-visible{outline:3px solid var(--ink);outline-offset:2px}',
].join('');
const policy = `default-src 'none'; style-src ${cspHash(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Answers a person whose page could not be made for now with a few words; programs get the shape of all errors. */
export function answerBusy({ settings, languages }: Services, editions: Editions) {
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (asRefusal(error).code !== 'unavailable' || !isNavigation(request.headers)) throw error;
    markError(error, request, reply);
    const { cookie, 'accept-language': accepted } = request.headers;
    const { language } = findReader(readCookies(cookie).get('lang'), accepted, languages);
    const { busy } = (await editions.open(language)).renderer;
    const name = escapeHtml(settings.productName);
    return reply
      .header('content-security-policy', policy)
      .header('content-language', language)
      .header('vary', 'accept-encoding, accept-language, cookie')
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
          '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
          `<title>${name}</title><style>${style}</style></head><body><main><h1>${name}</h1>` +
          // Leads to this very address.
          `<p>${escapeHtml(busy.text)}</p><a href="">${escapeHtml(busy.again)}</a></main></body></html>`,
      );
  };
}
