import { type ComponentProps, useId } from 'react';
import styles from './field.module.css';
import { AlertIcon } from './icons.tsx';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  hint?: string;
  /** What is wrong and what to do; announced when it appears. */
  error?: string | null | undefined;
}

/** A labelled field of several lines. */
export function TextArea({ label, hint, error, ...rest }: TextAreaProps) {
  const id = useId();
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
      <textarea
        id={id}
        className={styles.control}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...rest}
      />
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          <AlertIcon />
          {error}
        </p>
      )}
    </div>
  );
}
