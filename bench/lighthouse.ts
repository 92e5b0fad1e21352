import lighthouse from 'lighthouse';
import { startBrowser } from './browser.ts';
import { describe, type Measured, median, ratioOf } from './measured.ts';
import { startProduct } from './product.ts';
import { serveStatically } from './static-page.ts';

// Alone: `node bench/lighthouse.ts [rounds]`; with the others: `npm run bench -- --lighthouse`.

/** The pages that search engines and first visitors open, and the least score of each kind. */
const pages = ['/', '/explore', '/location/1', '/scan'];
const targets = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof targets;

interface Audited {
  scores: Record<Category, number>;
  /** Largest contentful paint under the simulated network, milliseconds. */
  paintMs: number;
  /** Audits that cost points. */
  lost: string[];
}

/** Opens one address as Lighthouse's phone on its simulated slow 4G, in a fresh browser; a trace that failed is taken again. */
async function audit(url: string): Promise<Audited> {
  return await auditOnce(url).catch(() => auditOnce(url));
}

async function auditOnce(url: string): Promise<Audited> {
  const browser = await startBrowser();
  try {
    const result = await lighthouse(url, {
      port: browser.port,
      logLevel: 'error',
      onlyCategories: Object.keys(targets),
    });
    if (!result) throw new Error(`Lighthouse said nothing about ${url}`);
    const { categories, audits, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    const weighed = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
    return {
      scores: Object.fromEntries(Object.keys(targets).map((name) => [name, score(name)])) as Audited['scores'],
      paintMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
      lost: weighed
        .map(({ id }) => audits[id]!)
        .flatMap(({ id, score: points, displayValue }) =>
          points !== null && points < 0.9 ? [displayValue ? `${id} ${displayValue}` : id] : [],
        ),
    };
  } finally {
    await browser.stop();
  }
}

/** Scores of the public pages, and the place's largest paint against the same page without our scripts, in interleaved rounds. */
export async function measureLighthouse(rounds: number): Promise<Measured[]> {
  const product = await startProduct({ RATE_LIMITS: 'off', OIDC_CLIENT_ID: 'bench', OIDC_CLIENT_SECRET: 'bench' });
  const origin = `http://localhost:${product.port}`;
  const place = '/location/1';
  const still = await serveStatically(origin, place);
  try {
    const audited = new Map<string, Audited[]>(pages.map((path) => [path, []]));
    const stillPaints: number[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const path of pages) audited.get(path)!.push(await audit(origin + path));
      stillPaints.push((await audit(still.url)).paintMs);
    }
    return [
      ...[...audited].flatMap(([path, runs]) => scoresOf(path, runs)),
      {
        ...ratioOf(
          `largest paint of ${place}, of the same page without scripts`,
          audited.get(place)!.map(({ paintMs }) => paintMs),
          stillPaints,
          1.15,
          'ms',
        ),
        atMost: true,
      },
    ];
  } finally {
    still.stop();
    await product.stop();
  }
}

function scoresOf(path: string, runs: readonly Audited[]): Measured[] {
  const lost = [...new Set(runs.flatMap((run) => run.lost))];
  return (Object.keys(targets) as Category[]).map((category) => {
    const scores = runs.map((run) => run.scores[category]);
    const figure = median(scores);
    return {
      name: `Lighthouse ${path} ${category}`,
      unit: '',
      figure,
      spread: [Math.min(...scores), Math.max(...scores)],
      target: targets[category],
      ...(figure < targets[category] && lost.length > 0 && { beside: lost.join(', ') }),
    };
  });
}

if (process.argv[1] === import.meta.filename) {
  const measured = await measureLighthouse(Number(process.argv[2] ?? 5));
  console.log(measured.map(describe).join('\n'));
}
