import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { linkIn } from './inviting.ts';
import { signIn } from './session.ts';

const portal = 'the partner portal, the codes, the figures, the place and its list';
const advertising = 'the listings, the campaigns, the reach of the listings';

for (const [owner, permissions, toUse] of [
  ['partner', undefined, portal],
  ['advertiser', undefined, advertising],
  ['partner', [], 'nothing yet, until the owner allows something'],
] as const)
  test(`who is invited to the staff of a(n) ${owner} reads that it is a team, and what they can use: ${toUse}`, async ({
    page,
    product,
    elsewhere,
  }) => {
    await signIn(page, product, `${owner}@example.com`);
    const invited_email = `clerk-${toUse.length}-${owner}@example.com`;
    const since = product.mail.messages.length;
    await page.goto('/');
    await page.evaluate(
      async (body) => {
        const headers = { 'content-type': 'application/json' };
        await fetch('/api/organisation/invitations', { method: 'POST', headers, body: JSON.stringify(body) });
      },
      { invited_email, ...(permissions && { permissions }) },
    );
    const { text } = await product.mail.waitFor(invited_email, since);
    const lead = text.match(/(.*) at .*You can then use/)![1]!;
    expect(lead).toMatch(/ invites you to its team$/);
    expect(text).toContain(`You can then use: ${toUse}.`);
    const guest = await elsewhere();
    await guest.goto(linkIn(text));
    await expect(guest.getByText(`${lead}.`)).toBeVisible();
    await expect(guest.getByText(toUse, { exact: true })).toBeVisible();
    await expect(guest.getByText('You can then use')).toBeVisible();
    await expectAccessible(guest);
  });
