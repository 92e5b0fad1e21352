// What people do: scan, sign in by mail, book. Over HTTP or HTTPS, as a browser sends it.
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { must } from './product.mjs';

/** One browser: keeps its cookies. `network` is the loopback address it comes from, `ca` the certificate it trusts. */
export class Visitor {
  #cookies = new Map();

  constructor(address, { network, ca, origin = address } = {}) {
    this.address = address;
    this.origin = origin;
    this.options = { ...(network ? { localAddress: network } : {}), ...(ca ? { ca, family: 4 } : {}), timeout: 15_000 };
  }

  /** Goes on at another address of the same product, with its cookies. */
  moveTo(address) {
    this.address = address;
  }

  call(method, path, body) {
    const headers = { origin: this.origin, cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const send = this.address.startsWith('https:') ? secure : plain;
    return new Promise((resolve, reject) => {
      const sent = send(this.address + path, { method, headers, agent: false, ...this.options }, (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        reply.on('error', reject).on('end', () => {
          this.#keep(reply.headers['set-cookie'] ?? []);
          const isJson = String(reply.headers['content-type']).startsWith('application/json');
          resolve({ status: reply.statusCode, text, body: isJson ? JSON.parse(text) : undefined });
        });
      });
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer in 15 s`))).on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  #keep(lines) {
    for (const line of lines) {
      const [name, value] = line.split(';')[0].split(/=(.*)/s);
      if (/max-age=0(;|$)/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }

  /** Scans a code and opens its place. @returns whether the scan was counted */
  async scan({ code, locationId }) {
    const { status, body } = await this.call('POST', '/api/qr/scan', { qr_code_id: code });
    must(status === 200 && body.experiences.length > 0, `the scan (${status})`);
    const place = await this.call('GET', `/location/${locationId}`);
    const name = body.experiences[0].name.replace(/&/g, '&amp;');
    must(place.status === 200 && place.text.includes(name), `the page of the place (${place.status})`);
    return body.counted;
  }

  /** Signs in by the link in the mail that `readToken` waits for. */
  async signIn(email, readToken) {
    const asked = await this.call('POST', '/api/auth/magic-link', { email });
    must(asked.status < 300, `asking for a link (${asked.status})`);
    const verified = await this.call('POST', '/api/auth/magic-link/verify', { token: await readToken(email) });
    must(verified.status === 200, `signing in by mail (${verified.status})`);
    this.email = email;
  }

  /** Follows a booking link of a place. */
  async book(locationId) {
    const { experiences } = (await this.call('GET', `/api/locations/${locationId}`)).body;
    const { id, booking_url } = experiences.find((one) => one.booking_url);
    const { status } = await this.call('POST', '/api/qr/booking-conversion', { business_listing_id: id, booking_url });
    must(status === 201, `recording a booking (${status})`);
  }

  async mustRemember(code) {
    must((await this.scan(code)) === false, 'remembering the scan across a restart');
    await this.mustHaveBooked();
  }

  /** A restore ends all sessions, with the visits that went with them: who signs in anew has what was theirs. */
  async mustSignInAnew(readToken) {
    const { status } = await this.call('GET', '/api/bookings');
    must(status === 401, `ending sessions by a restore (${status})`);
    await this.signIn(this.email, readToken);
    await this.mustHaveBooked();
  }

  async mustHaveBooked() {
    const { body } = await this.call('GET', '/api/bookings');
    must(body?.length === 1 && body[0].status === 'pending', 'remembering the booking across a restart');
  }
}
