import { codeAlphabet } from '../../contract/code-form.ts';
import { ask } from './database.ts';
import { openSection } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { ownPlaces } from './portal-partner.ts';
import { signIn } from './session.ts';

const widths = [
  [390, 844],
  [1280, 900],
] as const;

test('a partner is warned of codes that may have gone, until somebody scans them', async ({
  page,
  product,
  elsewhere,
}) => {
  const names = ['Hale Laulima', 'Hale Laulima', 'Kahakai'];
  const { codes, places } = await ownPlaces(page, product, 'codes@code-alerts.example', names);
  const guest = await elsewhere();
  const scan = async (code: string) => {
    const headers = { origin: product.url };
    const reply = await guest.request.post('/api/qr/scan', { data: { qr_code_id: code }, headers });
    expect(reply.status()).toBe(200);
  };
  for (const code of codes) await scan(code);
  const found = async (kind: string, place: number, code: string | null) =>
    ask(
      product,
      `insert into code_alerts (kind, location_id, qr_code_id, since, visits, opened_at)
        values ($1, $2, (select id from qr_codes where code = $3), now(), case $1 when 'far' then 3 end, now())`,
      [kind, place, code],
    );
  await found('quiet', places[0]!, codes[1]!);
  await found('far', places[2]!, codes[2]!);
  const title = page.getByText(/^Please look after/);
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    await page.goto('/partner-portal/qr-codes');
    await ready(page);
    await expect(title).toHaveText('Please look after 2 QR codes');
    const said = page.getByText(/^We have told you by e-mail/);
    await expect(said).toContainText('A code that was quiet and is scanned again needs nothing more.');
    await expect(said).toContainText('One that was copied is scanned on: request a replacement');
    await page.screenshot({ path: `test-results/code-alerts-${width}.png`, fullPage: true });
    await page.getByRole('link', { name: 'Hale Laulima, Code 2', exact: true }).first().click();
    await expect(page.getByText(/^Usually it is scanned; since .* nobody has/)).toBeVisible();
    await page.screenshot({ path: `test-results/code-alert-${width}.png`, fullPage: true });
  }
  await scan(codes[1]!);
  await page.goto('/partner-portal/qr-codes');
  await ready(page);
  await expect(title).toHaveText('Please look after 1 QR code');
  // The one that is left was scanned far away: that it is scanned is no good sign.
  await expect(page.getByText(/^We have told you by e-mail/)).not.toContainText('needs nothing more');
  await expect(page.getByRole('link', { name: 'Hale Laulima, Code 2' })).toHaveCount(1);
  await page.getByRole('link', { name: 'Kahakai, Code 3', exact: true }).first().click();
  await expect(page.getByText(/have scanned it far from its place/)).toBeVisible();
});

test('the security desk shows what the watch has found until it is dismissed, and how many codes were invented or mistyped', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await ask(product, 'truncate code_alerts, security_alerts');
  const partner = await elsewhere();
  const { codes, places } = await ownPlaces(partner, product, 'desk@code-alerts.example', ['Hale Mauliola']);
  await ask(
    product,
    `insert into code_alerts (kind, location_id, qr_code_id, since, opened_at)
      select 'quiet', location_id, id, now() - interval '5 days', now() from qr_codes where code = $1 and location_id = $2`,
    [codes[0], places[0]],
  );
  await signIn(page, product, 'admin@example.com');
  const figure = (name: string) =>
    page
      .locator('dl > div', { has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .first();
  const title = 'A QR code has gone quiet';
  const alerts = page.getByRole('region', { name: 'Active Alerts' });
  await openSection(page, '/security');
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(alerts.getByText(title)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 100_000 });
  await expect(alerts).toContainText(`Hale Mauliola, Code 1, ${codes[0]}: not scanned for 5 days`);

  const [invented, mistyped] = [
    Number(await figure('Invented Codes').innerText()),
    Number(await figure('Mistyped Codes').innerText()),
  ];
  const wrong = (code: string) =>
    partner.request.post('/api/qr/scan', { data: { qr_code_id: code }, headers: { origin: product.url } });
  const slip = [...codeAlphabet].find((letter) => letter !== codes[0]![0])! + codes[0]!.slice(1);
  for (const [code, figures] of [
    ['QQQQ-QQQQ-QQQQ-QQQQ', [invented + 1, mistyped]],
    [slip, [invented + 1, mistyped + 1]],
  ] as const) {
    expect((await wrong(code)).status()).toBe(404);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(figure('Invented Codes')).toHaveText(String(figures[0]));
    await expect(figure('Mistyped Codes')).toHaveText(String(figures[1]));
  }
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    await openSection(page, '/security');
    await expect(alerts.getByText(title)).toBeVisible();
    await page.screenshot({ path: `test-results/code-alerts-desk-${width}.png`, fullPage: true });
  }
  await page.getByRole('button', { name: `Dismiss: ${title}` }).click();
  await expect(alerts.getByText(title)).toHaveCount(0);
});
