import type { ComponentProps } from 'react';
import styles from './field.module.css';
import { Labelled, type LabelledBy } from './labelled.tsx';

/** A labelled field of several lines. */
export function TextArea({ label, hint, error, required, ...rest }: ComponentProps<'textarea'> & LabelledBy) {
  return (
    <Labelled label={label} hint={hint} error={error} required={required}>
      {(tied) => <textarea className={styles.control} {...tied} {...rest} />}
    </Labelled>
  );
}
