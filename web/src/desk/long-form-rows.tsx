import { type ReactNode, useEffect, useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { deskForms as words } from '../messages/en/desk-forms.ts';
import { Button } from '../ui/button.tsx';
import { FieldGroup } from '../ui/field-group.tsx';
import styles from './form.module.css';
import { useAtFault } from './long-form.tsx';
import { faultsWithoutRow } from './row-faults.ts';

interface LongFormRowsProps {
  label: string;
  hint?: string;
  /** Path of the rows in the form's values. */
  name: string;
  /** What a row is called. */
  rowLabel: (number: number) => string;
  addLabel: string;
  /** What stands in a row that is added. */
  fresh: Record<string, unknown>;
  most?: number;
  /** Told where a row was added or taken away. */
  onCount?: () => void;
  /** The fields of a row, given its path: `rows.3`. */
  children: (path: string) => ReactNode;
}

/** Rows of fields in a long form. The focus follows what is added and taken away. */
export function LongFormRows(props: LongFormRowsProps) {
  const { label, hint, name, rowLabel, addLabel, fresh, most = 50, onCount, children } = props;
  const { fields, append, remove } = useFieldArray({ name });
  const { faults, mark } = useAtFault();
  const box = useRef<HTMLDivElement>(null);
  const next = useRef<string>(undefined);
  useEffect(() => {
    if (next.current) box.current!.querySelector<HTMLElement>(next.current)?.focus();
    next.current = undefined;
  });
  const add = () => {
    next.current = `[data-at="${fields.length}"] :is(input, select, textarea)`;
    append(fresh, { shouldFocus: false });
    onCount?.();
  };
  const takeAway = (at: number) => {
    const left = fields.length - 1;
    next.current = left === 0 ? '[data-add]' : `[data-at="${Math.min(at, left - 1)}"] [data-remove]`;
    mark(faultsWithoutRow(faults, name, at));
    remove(at);
    onCount?.();
  };
  return (
    <div ref={box} data-rows={name}>
      <FieldGroup label={label} hint={hint} error={faults[name]}>
        {fields.map(({ id }, at) => (
          <div key={id} data-at={at} className={styles.row}>
            <FieldGroup label={rowLabel(at + 1)}>
              {children(`${name}.${at}`)}
              <div className={styles.quiet}>
                <Button
                  look="quiet"
                  data-remove
                  aria-label={words.removeRow(rowLabel(at + 1))}
                  onClick={() => takeAway(at)}
                >
                  {words.remove}
                </Button>
              </div>
            </FieldGroup>
          </div>
        ))}
        {fields.length < most && (
          <Button look="plain" data-add onClick={add}>
            {addLabel}
          </Button>
        )}
      </FieldGroup>
    </div>
  );
}
