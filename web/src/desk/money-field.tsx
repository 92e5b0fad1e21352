import { useEffect, useRef, useState } from 'react';
import { deskForms as words } from '../messages/en/desk-forms.ts';
import field from '../ui/field.module.css';
import { Labelled, type LabelledBy } from '../ui/labelled.tsx';
import styles from './form.module.css';
import { readCents, writeCents } from './money.ts';
import { useOwnFault } from './use-own-fault.ts';

interface MoneyFieldProps extends LabelledBy {
  /** Under it whole cents are sent; nothing where nothing is typed. */
  name: string;
  /** In cents. */
  initial?: number | null | undefined;
  /** The least and the most that is taken, in cents. */
  least?: number;
  most?: number;
  /** Told of every change: null as long as it is no amount. */
  onCents?: (cents: number | null) => void;
}

/** An amount in dollars, kept in whole cents. */
export function MoneyField({ name, initial, least = 0, most, onCents, error, hint, ...labelled }: MoneyFieldProps) {
  const [typed, setTyped] = useState(initial == null ? '' : writeCents(initial));
  const input = useRef<HTMLInputElement>(null);
  const cents = readCents(typed);
  const take = (next: string) => {
    setTyped(next);
    onCents?.(readCents(next));
  };
  // Typed before the scripts were here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later it tells by itself
  useEffect(() => {
    if (input.current!.value !== typed) take(input.current!.value);
  }, []);
  const own = useOwnFault(input, typed.trim() === '' ? null : faultOf(cents, least, most));
  return (
    <Labelled {...labelled} hint={hint ?? words.inDollars} error={error || own.shown}>
      {(tied) => (
        <div className={styles.money}>
          <span aria-hidden="true">$</span>
          <input
            ref={input}
            className={field.control}
            {...tied}
            data-field={name}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => take(target.value)}
            onBlur={() => {
              if (cents !== null) setTyped(writeCents(cents));
              own.leave();
            }}
          />
          {/* Cents can be put into it as well, as what somebody else has made of it. */}
          <input
            type="text"
            hidden
            name={name}
            value={cents ?? ''}
            onChange={({ target }) => take(target.value === '' ? '' : writeCents(Number(target.value)))}
          />
        </div>
      )}
    </Labelled>
  );
}

function faultOf(cents: number | null, least: number, most = Number.POSITIVE_INFINITY): string | null {
  if (cents === null) return words.noAmount;
  if (cents < least) return words.leastAmount(`$${writeCents(least)}`);
  return cents > most ? words.mostAmount(`$${writeCents(most)}`) : null;
}
