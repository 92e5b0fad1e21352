import { type ChangeEvent, type ComponentProps, useEffect, useId, useRef } from 'react';
import styles from './field.module.css';
import { AlertIcon } from './icons.tsx';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  /** What is wrong and what to do; announced when it appears. */
  error?: string | null | undefined;
}

/** A labelled line of text with its hint and its error. */
export function Field({ label, hint, error, ...rest }: FieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Typed, or filled in by the browser, before the scripts were here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later the field tells by itself
  useEffect(() => {
    const { value, onChange } = rest;
    const target = input.current!;
    if (typeof value === 'string' && target.value !== value) onChange?.({ target } as ChangeEvent<HTMLInputElement>);
  }, []);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <input
        ref={input}
        id={id}
        className={styles.control}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...rest}
      />
      <p id={`${id}-error`} className={styles.error} role="alert">
        {error && (
          <>
            <AlertIcon />
            {error}
          </>
        )}
      </p>
    </div>
  );
}

/** A labelled choice, drawn by the phone itself. */
export function Select({
  label,
  hideLabel,
  ...rest
}: ComponentProps<'select'> & { label: string; hideLabel?: boolean }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={hideLabel ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      <select id={id} className={`${styles.control} ${styles.select}`} {...rest} />
    </div>
  );
}
