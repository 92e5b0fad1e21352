import { desk as words } from '../messages/en/desk.ts';
import styles from './figure-meanings.module.css';

/** The name of a figure, with what it is where that has to be said. */
export interface NamedFigure {
  label: string;
  /** As docs/figures.md has it. */
  meaning?: string | undefined;
}

/** What the figures of a table or a chart are, one by one, for whoever asks. */
export function FigureMeanings({ of }: { of: readonly NamedFigure[] }) {
  const said = of.filter(({ meaning }) => meaning);
  if (said.length === 0) return null;
  return (
    <details className={styles.meanings}>
      <summary className={styles.summary}>{words.whatTheyAre}</summary>
      <ul role="list">
        {said.map(({ label, meaning }) => (
          <li key={label}>
            <strong>{label}</strong> <span data-meaning={label}>{meaning}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
