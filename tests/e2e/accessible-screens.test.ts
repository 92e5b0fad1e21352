import { expectAccessible } from './axe.ts';
import { ready, test } from './fixtures.ts';
import { homeScreens } from './home-screens.ts';
import { refusalScreens } from './refusal-screens.ts';
import { signInScreens } from './sign-in-screens.ts';

// Many of these states are failures, which the browser logs.

for (const [name, open] of Object.entries({ ...signInScreens, ...homeScreens, ...refusalScreens })) {
  test(`${name}: accessible in both themes, at 360 and 448 px`, async ({ page, product }) => {
    await open(page, product);
    await ready(page);
    await expectAccessible(page, { enlarged: true });
  });
}
