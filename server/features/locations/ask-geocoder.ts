import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress, lookUpAllowed, type Resolve } from '../../platform/public-address.ts';

/** Why a geocoder said nothing, in words for whoever asked. */
export class GeocoderFailure extends Error {}

const deadlineMs = 5_000;
const mostBytes = 512 * 1024;

/** Whether the setting itself names an address of one's own, as of a geocoder that runs beside us. */
function namesOwn(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '');
  return plain === 'localhost' || (isIP(plain) !== 0 && !isPublicAddress(plain));
}

const toPrivate = () => new GeocoderFailure('its host name leads to a private address');

/**
 * Asks another server for JSON, within a deadline and no larger than a geocoder's answer is; follows no redirect, which could lead anywhere.
 * @throws GeocoderFailure
 */
export async function askForJson(
  question: URL,
  userAgent: string,
  { deadline = deadlineMs, resolve }: { deadline?: number; resolve?: Resolve } = {},
): Promise<unknown> {
  const signal = AbortSignal.timeout(deadline);
  try {
    const answer = await open(question, userAgent, signal, resolve);
    if (answer.statusCode !== 200) {
      answer.destroy();
      throw new GeocoderFailure(`the service answers ${answer.statusCode}`);
    }
    return JSON.parse(await readBounded(answer));
  } catch (error) {
    if (error instanceof GeocoderFailure) throw error;
    if (signal.aborted) throw new GeocoderFailure('the service does not answer in time');
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new GeocoderFailure('the answer of the service is no JSON');
    throw new GeocoderFailure('the service cannot be reached');
  }
}

function open(question: URL, userAgent: string, signal: AbortSignal, find?: Resolve): Promise<IncomingMessage> {
  const request = question.protocol === 'https:' ? overHttps : overHttp;
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  const isAnywhere = namesOwn(question.hostname);
  return new Promise((resolve, reject) => {
    const options = {
      headers,
      signal,
      agent: false,
      ...(!isAnywhere && { lookup: lookUpAllowed(isPublicAddress, toPrivate, find) }),
    };
    request(question, options, resolve).on('error', reject).end();
  });
}

async function readBounded(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > mostBytes) {
      answer.destroy();
      throw new GeocoderFailure('the answer of the service is too large');
    }
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}
