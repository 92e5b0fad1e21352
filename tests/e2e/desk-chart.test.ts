import type { Locator, Page } from '@playwright/test';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';

async function openCharts(page: Page): Promise<void> {
  await page.goto('/dev/design/desk?piece=charts');
  await ready(page);
}

const chart = (page: Page, name: string) => page.getByRole('figure', { name, exact: true });
const slider = (page: Page, name: string) => page.getByRole('slider', { name: `${name}, point by point`, exact: true });

/** A table as it stands behind a chart: each row by its cells. */
const tableOf = (figure: Locator): Promise<string[][]> =>
  figure
    .locator('table tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)));

const figureIn = (words: string) => Number(words.replace(/[^\d.-]/g, ''));

/** The figures that lines stand for, read off the drawing by the heights that are named at its left; a column for each line. */
const drawnLines = (figure: Locator): Promise<number[][]> =>
  figure.evaluate((one) => {
    const [rules, names] = ['line', 'text'].map((kind) => [...one.querySelectorAll(`.visx-axis-left ${kind}`)]);
    const heights = rules!.map((rule, at) => ({
      y: Number(rule.getAttribute('y1')),
      value: Number(names![at]!.textContent.replace(/[^\d.-]/g, '')),
    }));
    const [low, high] = [heights[0]!, heights.at(-1)!];
    const valueAt = (y: number) => low.value + ((y - low.y) / (high.y - low.y)) * (high.value - low.value);
    return [...one.querySelectorAll('path.visx-linepath')].map((line) =>
      [...line.getAttribute('d')!.matchAll(/[ML]([-\d.e]+),([-\d.e]+)/g)].map(([, , y]) => valueAt(Number(y))),
    );
  });

test('every figure of a line is the one in its table, with forty days and with 366, of one series and of four', async ({
  page,
}) => {
  await openCharts(page);
  for (const [name, points, lines] of [
    ['Forty days', 40, 1],
    ['Four places, forty days', 40, 4],
    ['Two places, a year', 366, 2],
  ] as const) {
    const [, ...rows] = await tableOf(chart(page, name));
    expect(rows).toHaveLength(points);
    const drawn = await drawnLines(chart(page, name));
    expect(drawn).toHaveLength(lines);
    for (const [at, line] of drawn.entries())
      expect(line.map(Math.round), `${name}, line ${at}`).toEqual(rows.map((row) => figureIn(row[at + 1]!)));
  }
});

test('bars are as long as their figures are high, the highest first, and the table has those that are not drawn', async ({
  page,
}) => {
  await openCharts(page);
  const figure = chart(page, 'Forty places');
  const [, ...rows] = await tableOf(figure);
  expect(rows).toHaveLength(40);
  const figures = rows.map((row) => figureIn(row[1]!));
  expect(figures).toEqual(figures.toSorted((one, other) => other - one));
  const bars = await figure.getByRole('listitem').evaluateAll((all) =>
    all.map((bar) => {
      const [name, value] = bar.querySelectorAll('span');
      const width = Number(bar.querySelector('rect')!.getAttribute('width'));
      return { cells: [name!.textContent, value!.textContent], width };
    }),
  );
  expect(bars.map(({ cells }) => cells)).toEqual(rows.slice(0, 12));
  expect(bars.map(({ width }) => Math.round((width / bars[0]!.width) * figures[0]! * 100) / 100)).toEqual(
    figures.slice(0, 12),
  );
  await expect(figure.getByText('In the table besides: 28.')).toBeVisible();
});

test('arrow keys lead from point to point, each said with the figures of its row', async ({ page }) => {
  test.slow();
  await openCharts(page);
  for (const name of ['Four places, forty days', 'Forty days']) {
    const [head, ...rows] = await tableOf(chart(page, name));
    const said = ([day, ...figures]: string[]) =>
      `${day}: ${figures.map((figure, at) => (figures.length > 1 ? `${head![at + 1]} ${figure}` : figure)).join('; ')}`;
    const at = slider(page, name);
    await at.focus();
    for (const row of rows.toReversed()) {
      await expect(at).toHaveAttribute('aria-valuetext', said(row));
      // What is looked at is shown as well: its day, and its figures at the ends of the lines.
      await expect(chart(page, name).locator('svg')).toContainText(row[0]!);
      for (const figure of row.slice(1)) await expect(chart(page, name).locator('svg')).toContainText(figure);
      await page.keyboard.press('ArrowLeft');
    }
    await page.keyboard.press('End');
    await expect(at).toHaveAttribute('aria-valuetext', said(rows.at(-1)!));
    await page.keyboard.press('Home');
    await expect(at).toHaveAttribute('aria-valuetext', said(rows[0]!));
  }
  const [, ...rows] = await tableOf(chart(page, 'Forty places'));
  const bars = slider(page, 'Forty places');
  await bars.focus();
  for (const [name, figure] of rows) {
    await expect(bars).toHaveAttribute('aria-valuetext', `${name}: ${figure}`);
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('ArrowUp');
  await expect(bars).toHaveAttribute('aria-valuetext', `${rows.at(-2)![0]}: ${rows.at(-2)![1]}`);
});

test('a pointer shows the point that it is over, and lets it go', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openCharts(page);
  const figure = chart(page, 'Four places, forty days');
  const [, ...rows] = await tableOf(figure);
  await slider(page, 'Four places, forty days').scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await slider(page, 'Four places, forty days').boundingBox())!;
  for (const at of [0, 13, 39]) {
    await page.mouse.move(x + Math.min(width - 1, (width * at) / 39), y + height / 2);
    await expect(figure.locator('svg')).toContainText(rows[at]![0]!);
  }
  await page.mouse.move(0, 0);
  await expect(figure.locator('svg')).not.toContainText(rows[39]![0]!);
});

test('no figure and one are said as they are', async ({ page }) => {
  await openCharts(page);
  for (const name of ['No day', 'No place']) {
    await expect(chart(page, name).getByText('There are no figures yet.')).toBeVisible();
    await expect(slider(page, name)).toHaveCount(0);
  }
  await expect(slider(page, 'One day')).toHaveAttribute('aria-valuetext', /^Nov 20, 2025: 42$/);
  await expect(chart(page, 'One day').locator('svg')).toContainText('42');
  await expect(chart(page, 'One place').getByRole('listitem')).toHaveCount(1);
  for (const [name, head] of [
    ['One day', 'Day'],
    ['One place', 'Earned'],
  ] as const) {
    await chart(page, name).getByText('The figures as a table').click();
    await expect(chart(page, name).getByRole('columnheader', { name: head })).toBeVisible();
  }
  expect(await tableOf(chart(page, 'One day'))).toEqual([
    ['Day', 'Scans'],
    ['Nov 20, 2025', '42'],
  ]);
});

test('lines are told apart without their colour, and nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openCharts(page);
  const told = await chart(page, 'Four places, forty days')
    .locator('g[data-series]:has(.visx-linepath)')
    .evaluateAll((lines) =>
      lines.map((line) => [
        getComputedStyle(line.querySelector('.visx-linepath')!).strokeDasharray,
        line.querySelector('path:not(.visx-linepath)')!.getAttribute('d'),
      ]),
    );
  expect(new Set(told.map(([dash]) => dash)).size).toBe(4);
  expect(new Set(told.map(([, shape]) => shape)).size).toBe(4);
  await slider(page, 'Forty days').focus();
  await page.keyboard.press('ArrowLeft');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('the table shows no row, one and forty, and what is done with those that are ticked', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/dev/design');
  await ready(page);
  await page.getByRole('link', { name: 'The pieces of the desks' }).click();
  const rows = page.locator('a[data-row]');
  await expect(rows).toHaveCount(40);
  await page.getByLabel('Select all shown').check();
  await page.getByRole('button', { name: 'Select all 1,240 that match' }).click();
  await page.getByRole('button', { name: 'Take note' }).click();
  await expect(page.getByText('Would be noted: 1,240.')).toBeVisible();
  const counts = page.getByRole('navigation', { name: 'How many rows' });
  await counts.getByRole('link', { name: '1', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await counts.getByRole('link', { name: '0', exact: true }).click();
  await expect(page.getByText('Nothing here yet')).toBeVisible();
});

const openDesign = async (page: Page, address: string) => {
  await page.goto(address);
  await ready(page);
};

test('every piece of a desk is to be used on each width, in both themes, with text twice the size', async ({
  page,
}) => {
  test.setTimeout(240_000);
  for (const [piece, shown] of [
    ['table', 'Take note'],
    ['charts', 'Forty places'],
    ['work', 'It was cancelled'],
    ['polled', 'Nobody answers'],
  ] as const) {
    const address = `/dev/design/desk?piece=${piece}${piece === 'table' ? '&open=row-2' : ''}`;
    await expectOnEveryWidth(
      page,
      address,
      `design-${piece}`,
      () => page.getByText(shown, { exact: true }).first(),
      openDesign,
    );
  }
});
