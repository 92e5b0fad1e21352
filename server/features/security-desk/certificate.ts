import { connect } from 'node:tls';
import type { Scan } from './alerts.store.ts';

const patienceMs = 5_000;
const dayMs = 86_400_000;
/** What could not be asked is asked again so soon. */
const againMs = 3_600_000;

/** Where the certificate of the public address is asked for, `example.com:443`; null where there is to be none. */
export function certificateHost(publicUrl: string): string | null {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return null;
  return `${hostname}:${port || 443}`;
}

/** Until when the certificate is valid that a server shows, whoever signed it. @throws the connection's error */
export function askCertificate(address: string): Promise<Date> {
  const { hostname, port } = new URL(`https://${address}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    // It is looked at and nothing is sent.
    const given = { host, port: Number(port || 443), rejectUnauthorized: false, timeout: patienceMs };
    const isName = !/^[\d.]+$|:/.test(host);
    const socket = connect({ ...given, ...(isName && { servername: host }) }, () => {
      const { valid_to } = socket.getPeerCertificate();
      socket.destroy();
      const end = new Date(valid_to);
      if (Number.isNaN(end.getTime())) reject(new Error('it shows no certificate'));
      else resolve(end);
    });
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('it did not answer in time')));
    setTimeout(() => socket.destroy(new Error('it did not answer in time')), patienceMs).unref();
  });
}

/** What is known of the certificate, asked for where that was a day ago or never. What cannot be asked stays as it was known. */
export async function lookAtCertificate(
  before: Scan | undefined,
  publicUrl: string,
  now: Date,
): Promise<Omit<Scan, 'scanned_at'>> {
  const host = certificateHost(publicUrl);
  if (!host) return { certificate_of: null, certificate_asked_at: null, certificate_ends_at: null };
  const known = before?.certificate_of === host ? before : undefined;
  const age = known?.certificate_asked_at
    ? now.getTime() - known.certificate_asked_at.getTime()
    : Number.POSITIVE_INFINITY;
  const isFresh = age >= 0 && age < (known?.certificate_ends_at ? dayMs : againMs);
  if (known && isFresh) return known;
  const ends = await askCertificate(host).catch(() => known?.certificate_ends_at ?? null);
  return { certificate_of: host, certificate_asked_at: now, certificate_ends_at: ends };
}

/** Whole days until an instant; below zero once it is past. */
export const daysUntil = (end: Date, now: Date): number => Math.floor((end.getTime() - now.getTime()) / dayMs);
