import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../platform/context.ts';
import { readCookies } from '../../platform/http/cookies.ts';
import { escapeHtml } from '../../platform/http/html.ts';
import { findReader } from '../../platform/http/language.ts';
import { isNavigation } from '../../platform/http/request-origin.ts';
import { asRefusal, markError } from '../../platform/http/server.ts';
import type { Editions } from './editions.ts';

/** Answers a person whose page could not be made for now with a few words; programs get the shape of all errors. */
export function answerBusy({ settings, languages }: Services, editions: Editions) {
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (asRefusal(error).code !== 'unavailable' || !isNavigation(request.headers)) throw error;
    markError(error, request, reply);
    const { cookie, 'accept-language': accepted } = request.headers;
    const { language } = findReader(readCookies(cookie).get('lang'), accepted, languages);
    const { busy } = (await editions.open(language)).renderer;
    return reply
      .header('content-language', language)
      .header('vary', 'accept-encoding, accept-language, cookie')
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
          '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
          `<title>${escapeHtml(settings.productName)}</title></head>` +
          `<body><h1>${escapeHtml(settings.productName)}</h1><p>${escapeHtml(busy)}</p></body></html>`,
      );
  };
}
