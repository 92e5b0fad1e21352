import { Link } from 'react-router';
import styles from './meant-figures.module.css';

export interface MeantFigure {
  name: string;
  figure: string;
  /** What it is, as docs/figures.md has it. */
  meaning: string;
  /** Beside the same of the time before. */
  compared?: string | undefined;
  /** Where what it was added up from is listed, and what that is called. */
  rows?: { to: string; label: string } | undefined;
}

/** Figures with what each of them is, so that nobody has to guess. */
export function MeantFigures({ figures }: { figures: readonly MeantFigure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, figure, meaning, compared, rows }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={styles.figure}>{figure}</dd>
          {compared && <dd className={styles.compared}>{compared}</dd>}
          <dd className={styles.meaning} data-meaning={name}>
            {meaning}
          </dd>
          {rows && (
            <dd>
              <Link className={styles.rows} to={rows.to}>
                {rows.label}
              </Link>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
