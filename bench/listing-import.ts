import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { mostImportedRows } from '../contract/listing-import-forms.ts';
import { categories } from '../contract/values.ts';
import { sizes } from './guide/load.ts';
import { startDriver } from './load/driver.ts';
import { compilingSeconds, type Measured, ratioOf } from './measured.ts';
import { cookieOf } from './partner-cookie.ts';
import type { Product } from './product.ts';

/** As many guests as scan at once. */
const scanning = 4;
/** In so many seconds it is done: alone, and while they scan. */
const mostAlone = 20;
const mostBesideGuests = 40;
/** So much may the memory of the server grow meanwhile, in megabytes. */
const mostGrown = 100;
/** So many times as long may a scan take meanwhile. */
const mostSlower = 1.5;

const words =
  'Paddle out with the sunrise, past the reef and the turtles, and be back for breakfast on the beach. Bring water, a hat and whoever likes to laugh.';

/** A list of as many experiences as a file may have, with names of its own. */
function aFile(round: number): string {
  const lines = Array.from({ length: mostImportedRows }, (_, at) => {
    const kind = categories[at % categories.length];
    return `Round ${round} outing ${at},"${words} It is the ${at}th of its kind.",${kind},${at} Beach Road,https://fareharbor.com/makai/items/${at},12%`;
  });
  return ['name,description,category,address,booking_url,commission_rate', ...lines].join('\n');
}

interface Work {
  id: string;
  state: string;
}

/** An administrator at the import, over HTTP. */
class Importer {
  readonly #origin: string;
  readonly #cookie: string;
  constructor(port: number, cookie: string) {
    this.#origin = `http://localhost:${port}`;
    this.#cookie = cookie;
  }

  async #call<Answer>(method: string, path: string, body?: object | FormData): Promise<Answer> {
    const isForm = body instanceof FormData;
    const headers = { cookie: this.#cookie, origin: this.#origin, 'sec-fetch-site': 'same-origin' };
    const reply = await fetch(`${this.#origin}${path}`, {
      method,
      headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${path} is answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as Answer;
  }

  async #untilDone(id: string): Promise<void> {
    for (;;) {
      const { state } = await this.#call<Work>('GET', `/api/long-work/${id}`);
      if (state === 'done') return;
      if (state !== 'waiting' && state !== 'running') throw new Error(`the work is ${state}`);
      await sleep(250);
    }
  }

  /** Sends a file, has it checked and imported. @returns the seconds of the check and of the import */
  async import(file: string, rows: number): Promise<[check: number, take: number]> {
    const from = performance.now();
    const form = new FormData();
    form.append('file', new Blob([file], { type: 'text/csv' }), 'listings.csv');
    const upload = await this.#call<{ id: string }>('POST', '/api/uploads/listings', form);
    const begun = await this.#call<{ id: number; work_id: string }>('POST', '/api/admin/listing-imports', {
      upload_id: upload.id,
    });
    await this.#untilDone(begun.work_id);
    const checked = performance.now();
    const path = `/api/admin/listing-imports/${begun.id}`;
    await this.#untilDone((await this.#call<Work>('POST', `${path}/import`, {})).id);
    const done = performance.now();
    const { imported_rows } = await this.#call<{ imported_rows: number }>('GET', path);
    if (imported_rows !== rows) throw new Error(`${imported_rows} rows are imported`);
    return [(checked - from) / 1000, (done - checked) / 1000];
  }
}

/** Imports of as many listings as a file may have, while guests scan; and how much slower those are, and how much memory it takes. */
export async function measureListingImport(
  product: Product,
  owner: pg.Client,
  rounds: number,
  seconds: number,
): Promise<Measured[]> {
  const { places, visits } = sizes;
  const importer = new Importer(product.port, await cookieOf(owner, 'admin', 'bench-import@example.com'));
  const driver = await startDriver('scan-traffic', { port: product.port, places, visits, seed: 3 });
  const scan = async (forSeconds: number) => {
    const order = { port: product.port, connections: scanning, warmupSeconds: 0, seconds: forSeconds };
    const report = await driver.run(order);
    if (report.wrong) throw new Error(`scans went wrong: ${report.reasons.join('; ')}`);
    return report;
  };
  await scan(compilingSeconds);
  const alone: number[] = [];
  const [times, checks, grown, busy, quiet]: number[][] = [[], [], [], [], []];
  for (let round = 0; round < rounds; round++) {
    quiet!.push((await scan(seconds)).perSecond);
    const before = product.residentMegabytes();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, product.residentMegabytes());
    }, 100);
    let isDone = false;
    const meanwhile: number[] = [];
    const imported = importer.import(aFile(round), mostImportedRows).finally(() => {
      isDone = true;
    });
    while (!isDone) meanwhile.push((await scan(1)).perSecond);
    const [check, take] = await imported;
    clearInterval(watch);
    checks!.push(check);
    times!.push(check + take);
    grown!.push(most - before);
    // The last second may have been quiet.
    const counted = meanwhile.slice(0, -1);
    busy!.push(counted.reduce((sum, one) => sum + one, 0) / counted.length);
    const [aloneCheck, aloneTake] = await importer.import(aFile(round + rounds), mostImportedRows);
    alone.push(aloneCheck + aloneTake);
  }
  await driver.close();
  const figureOf = (values: readonly number[]) => ({
    figure: values.toSorted((one, other) => one - other)[values.length >> 1]!,
    spread: [Math.min(...values), Math.max(...values)] as [number, number],
  });
  const rows = mostImportedRows.toLocaleString('en-US');
  return [
    {
      name: `import of ${rows} listings, sent, checked and done`,
      unit: 's',
      ...figureOf(alone),
      target: mostAlone,
      atMost: true,
    },
    {
      name: `the same while ${scanning} guests scan all the time`,
      ...{ unit: 's', ...figureOf(times!), target: mostBesideGuests, atMost: true },
      beside: `${figureOf(checks!).figure.toFixed(1)} s of it the check`,
    },
    { name: 'memory that it takes meanwhile', unit: 'MB', ...figureOf(grown!), target: mostGrown, atMost: true },
    { ...ratioOf('a scan alone, of one during an import', quiet!, busy!, mostSlower, 'a second'), atMost: true },
  ];
}
