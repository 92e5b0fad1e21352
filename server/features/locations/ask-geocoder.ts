import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Finds the addresses of a host. */
type Resolve = (host: string, options: LookupAllOptions) => Promise<LookupAddress[]>;

/** Why a geocoder said nothing, in words for whoever asked. */
export class GeocoderFailure extends Error {}

const deadlineMs = 5_000;
const mostBytes = 512 * 1024;

/** Addresses of this machine and of networks of one's own, where no public service is. */
const ownNetworks = new BlockList();
for (const [net, prefix] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
] as const)
  ownNetworks.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  ownNetworks.addSubnet(net, prefix, 'ipv6');

/** An IPv4 address within an IPv6 one (::ffff:) is judged as what it is. */
const isOwn = ({ address, family }: LookupAddress) => ownNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4');

/** Whether the setting itself names an address of one's own, as of a geocoder that runs beside us. */
function namesOwn(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '');
  return plain === 'localhost' || (isIP(plain) !== 0 && isOwn({ address: plain, family: isIP(plain) }));
}

/** Finds a host's addresses and refuses those of our own network: whoever answers for its name must not lead us there. */
const publicOnly =
  (resolve: Resolve): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }).then(
      (found) => {
        const own = found.find(isOwn);
        if (own) done(new GeocoderFailure('its host name leads to a private address'), '');
        else if (options.all) done(null, found);
        else done(null, found[0]!.address, found[0]!.family);
      },
      (error) => done(error, ''),
    );
  };

/**
 * Asks another server for JSON, within a deadline and no larger than a geocoder's answer is; follows no redirect, which could lead anywhere.
 * @throws GeocoderFailure
 */
export async function askForJson(
  question: URL,
  userAgent: string,
  { deadline = deadlineMs, resolve = lookup }: { deadline?: number; resolve?: Resolve } = {},
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

function open(question: URL, userAgent: string, signal: AbortSignal, find: Resolve): Promise<IncomingMessage> {
  const request = question.protocol === 'https:' ? overHttps : overHttp;
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  const isAnywhere = namesOwn(question.hostname);
  return new Promise((resolve, reject) => {
    const options = { headers, signal, agent: false, ...(!isAnywhere && { lookup: publicOnly(find) }) };
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
