import { expect, test } from 'vitest';
import { contentFault } from './content-rules.ts';

test.each([
  ['Only $45 for each of you', 'price_named', '$45'],
  ['US$ 1,200.50 all in', 'price_named', 'US$ 1,200.50'],
  ['From USD 45 a seat', 'price_named', 'USD 45'],
  ['It is 45 dollars at the gate', 'price_named', '45 dollars'],
  ['お一人様4,500円です', 'price_named', '4,500円'],
  ['大人４５ドル', 'price_named', '４５ドル'],
  ['¥4500 per person', 'price_named', '¥4500'],
  ['The lowest price on the island', 'price_claimed', 'lowest price'],
  ['Best online price', 'price_claimed', 'Best online price'],
  ['Now 20% off', 'price_claimed', '20% off'],
  ['Children ride for free', 'price_claimed', 'for free'],
  ['Ask for our kamaʻāina discount', 'price_claimed', 'discount'],
  ['島で最安の体験', 'price_claimed', '最安'],
  ['49$ all in', 'price_named', '49$'],
  ['Kids: 29 €', 'price_named', '29 €'],
  ['大人４５＄', 'price_named', '４５＄'],
  ['¥４，５００', 'price_named', '¥４，５００'],
  ['29 euros a seat', 'price_named', '29 euros'],
  ['お子様は無料', 'price_claimed', '無料'],
  ['All of it…45$', 'price_named', '45$'],
  ['１２，５００円から', 'price_named', '１２，５００円'],
  ['EUR ２９', 'price_named', 'EUR ２９'],
  ['Free parking, and a free tour', 'price_claimed', 'free tour'],
  ['駐車場無料、体験も無料', 'price_claimed', '無料'],
])('“%s” breaks %s', (text, rule, found) => expect(contentFault(text)).toEqual({ rule, found }));

test.each([
  'Feel free to ask; parking is free, the deck is smoke-free and the menu gluten-free.',
  'The best sunrise of the island, at 3,055 m, with 45 minutes of quiet.',
  'Half a day on 20 feet of outrigger, off Waikīkī. 50% of what we earn goes to the reef.',
  'On Yen Street, by the Dollar store: 2 pools, 1 lānai.',
  '大人も子どもも楽しめる、約２時間のカヌー体験です。1日4組限定。',
  'Rated 4.9 of 5; $$ for most menus, and 2 $$ menus at noon.',
  'Free parking and free Wi-Fi; the shuttle is free of charge.',
  '駐車場無料、無料Wi-Fi、送迎は無料です。無料の駐車場。',
])('“%s” breaks none', (text) => expect(contentFault(text)).toBeUndefined());

test.each(['1', '1,', '１，', '1 ', '$', 'best ', 'best-', 'free parking '])(
  'two fields full of “%s” are read in a few milliseconds',
  (of) => {
    const text = of.repeat(5_000).slice(0, 5_000);
    contentFault(text);
    const times = Array.from({ length: 5 }, () => {
      const begun = performance.now();
      for (const field of [text, text]) contentFault(field);
      return performance.now() - begun;
    });
    // Digits took some hundred.
    expect(Math.min(...times)).toBeLessThan(20);
  },
);
