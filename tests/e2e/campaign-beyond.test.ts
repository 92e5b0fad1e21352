import { aRunningCampaign, figure, send, tell } from './campaigns-world.ts';
import { ask } from './database.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { placeOf } from './payouts-world.ts';

const test = withOwnProduct({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });

test('what is shown to visits of an address that had counted its share stands apart, and costs nothing', async ({
  page,
  product,
  elsewhere,
}) => {
  const { id } = await aRunningCampaign(page, product, 'Mornings behind one address');
  const { code } = await placeOf(product, 'partner@example.com');
  const hotel = '203.0.113.7';
  await ask(
    product,
    `insert into rate_counters (key, spent, granted, ends_at)
     values (sha256(convert_to('sponsored-campaign-impressions ' || (now() at time zone 'Pacific/Honolulu')::date || $1, 'utf8')),
       3000, 0, now() + interval '1 hour')`,
    [` ${id} ${hotel}`],
  );
  const see = async (address: string) => {
    const guest = await elsewhere();
    const from = { 'x-forwarded-for': address };
    await send(guest, product, '/api/qr/scan', { qr_code_id: code }, from);
    for (const what of ['listing_impression', 'sponsored_click']) await tell(guest, product, id, what, from);
  };
  const expectFigures = async (told: Record<string, string>) => {
    await page.goto('/campaigns/results');
    await ready(page);
    for (const [name, written] of Object.entries(told)) await expect(figure(page, name), name).toHaveText(written);
  };
  const nothing = { Impressions: '0', Clicks: '0', Cost: '$0.00', 'Beyond one network': '0' };
  await expectFigures(nothing);
  await see(hotel);
  await expectFigures({ ...nothing, 'Beyond one network': '1' });
  const meaning = figure(page, 'Beyond one network').locator('xpath=following-sibling::dd');
  await expect(meaning).toHaveText(
    'Shown to visits of one network, as a hotel’s Wi-Fi, that had counted its share of the day: in no other figure, and free. What they follow and book came without a campaign.',
  );
  await see('203.0.113.8');
  await expectFigures({ Impressions: '1', Clicks: '1', Cost: '$0.50', 'Beyond one network': '1' });
});
