import { type ComponentProps, useId } from 'react';
import styles from './field.module.css';

/** A labelled field of several lines. */
export function TextArea({ label, hint, ...rest }: ComponentProps<'textarea'> & { label: string; hint?: string }) {
  const id = useId();
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
      <textarea id={id} className={styles.control} aria-describedby={hint && `${id}-hint`} {...rest} />
    </div>
  );
}
