import { type ChangeEvent, type ComponentProps, useEffect, useId, useRef } from 'react';
import styles from './field.module.css';
import labelled from './labelled.module.css';
import { describedBy, FieldError, Labelled, type LabelledBy, Required } from './labelled.tsx';

type FieldProps = ComponentProps<'input'> & LabelledBy;

/** A labelled line of text with its hint and its error. */
export function Field({ label, hint, error, required, ref, ...rest }: FieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = typeof ref === 'object' && ref ? ref : own;
  useEarlyValue(input, rest);
  return (
    <Labelled label={label} hint={hint} error={error} required={required}>
      {(tied) => <input ref={typeof ref === 'function' ? ref : input} className={styles.control} {...tied} {...rest} />}
    </Labelled>
  );
}

/** Tells a control what was typed, chosen or filled in before the scripts were here. */
function useEarlyValue<Control extends HTMLInputElement | HTMLSelectElement>(
  control: { current: Control | null },
  { value, onChange }: { value?: unknown; onChange?: ((event: ChangeEvent<Control>) => void) | undefined },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: later the field tells by itself
  useEffect(() => {
    const target = control.current;
    if (target && typeof value === 'string' && target.value !== value) onChange?.({ target } as ChangeEvent<Control>);
  }, []);
}

/** A labelled choice, drawn by the phone itself. One with a hint can be refused. */
export function Select({
  label,
  hideLabel,
  hint,
  error,
  ...rest
}: ComponentProps<'select'> & Pick<LabelledBy, 'label' | 'hint' | 'error'> & { hideLabel?: boolean }) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  useEarlyValue(select, rest);
  return (
    <div className={labelled.field}>
      <label className={hideLabel ? 'visually-hidden' : labelled.label} htmlFor={id}>
        {label}
        {rest.required && <Required />}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={labelled.hint}>
          {hint}
        </p>
      )}
      <select
        ref={select}
        id={id}
        className={`${styles.control} ${styles.select}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
        {...rest}
      />
      {/* One that may be left as it is has no error, but for one that says when it is refused. */}
      {(rest.required || hint) && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
