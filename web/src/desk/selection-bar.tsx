import { useRef } from 'react';
import { mostCounted } from '../../../contract/list-limits.ts';
import { desk as words } from '../messages/en/desk.ts';
import { Button } from '../ui/button.tsx';
import { Status } from '../ui/status.tsx';
import styles from './data-table.module.css';
import type { Selection, useSelection } from './use-selection.ts';

interface SelectionBarProps {
  actions: readonly { label: string; run: (selection: Selection) => void }[];
  selected: ReturnType<typeof useSelection>;
  /** How many match in all, where that is more than are shown. */
  matching: number | undefined;
  onCleared: () => void;
}

/** What is ticked and what can be done with it, in sight wherever a row is ticked. */
export function SelectionBar({ selected, matching, actions, onCleared }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const isAny = selected.count > 0;
  return (
    <div
      ref={bar}
      className={styles.selection}
      data-ticked={isAny || undefined}
      data-selection={isAny || undefined}
      tabIndex={-1}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only brings into sight what has the focus */}
      <div
        className={styles.chosen}
        // Not what is being pressed: it would no longer be where the press ends.
        onFocus={({ target }) =>
          !target.matches(':active') && target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        }
      >
        <Status>{isAny && <p>{words.selected(selected.count)}</p>}</Status>
        {isAny && matching !== undefined && matching > mostCounted && <p>{words.tooMany}</p>}
        {isAny && matching !== undefined && matching <= mostCounted && !selected.isAllMatching && (
          <Button
            look="quiet"
            onClick={() => {
              selected.takeAllMatching();
              bar.current!.focus();
            }}
          >
            {words.selectMatching(matching)}
          </Button>
        )}
        {isAny &&
          actions.map(({ label, run }) => (
            <Button key={label} look="plain" onClick={() => run(selected.selection)}>
              {label}
            </Button>
          ))}
        {isAny && (
          <Button
            look="quiet"
            onClick={() => {
              selected.clear();
              onCleared();
            }}
          >
            {words.clear}
          </Button>
        )}
      </div>
    </div>
  );
}
