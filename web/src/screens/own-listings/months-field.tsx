import { useState } from 'react';
import { enter } from '../../fields-of-form.ts';
import { ownListingsDesk } from '../../messages/en/own-listings-desk.ts';
import { Picks } from '../../ui/choice.tsx';

const words = ownListingsDesk.editor;
const options = Object.fromEntries(words.monthNames.map((name, at) => [String(at + 1), name]));

const inOrder = (months: readonly string[]) => [...months].sort((one, other) => Number(one) - Number(other)).join(',');

/** Months to tap. One text holds them all, so that a draft and a change of somebody else's are put in as into any field. */
export function MonthsField({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <input
        type="text"
        hidden
        name="open_months"
        defaultValue={initial}
        onInput={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <Picks
        legend={words.months}
        hint={words.monthsHint}
        options={options}
        values={value ? value.split(',') : []}
        onChange={(months) => {
          // All of them are all the year, as none is.
          const next = months.length === 12 ? '' : inOrder(months);
          setValue(next);
          const held = document.querySelector<HTMLInputElement>('input[name="open_months"]');
          if (held && held.value !== next) enter(held, next);
        }}
      />
    </>
  );
}
