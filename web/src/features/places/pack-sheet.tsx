import { useCallback, useEffect, useState } from 'react';
import { ageOf, sizeOf } from '../../device/in-words.ts';
import { fetchPack, type KeptPack, type PackPlan, packFetch, planPack, removePack } from '../../device/packs.ts';
import { offline as words } from '../../messages/en/offline.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Status } from '../../ui/status.tsx';
import { useOnline } from '../../use-online.ts';
import { packProblem } from './pack-problem.ts';
import styles from './pack-sheet.module.css';

interface PackSheetProps {
  placeId: number;
  /** What this device has of it. */
  pack: KeptPack | undefined;
  onChange: (pack: KeptPack | undefined) => void;
  onClose: () => void;
}

/** The offline pack of a place: what it holds and weighs, its fetching, and taking it away again. */
export function PackSheet({ placeId, pack, onChange, onClose }: PackSheetProps) {
  const [found, setPlan] = useState<PackPlan>();
  const [fetching, setFetching] = useState(() => packFetch(placeId));
  const [fetched, setFetched] = useState(fetching?.bytes ?? 0);
  const [problem, setProblem] = useState<string>();
  const online = useOnline();
  const ask = useCallback(() => {
    setProblem(undefined);
    planPack(placeId).then(setPlan, (error) => setProblem(packProblem(error)));
  }, [placeId]);
  useEffect(() => {
    if (online) ask();
  }, [ask, online]);

  const plan = fetching?.plan ?? found;
  const begin = (wanted: PackPlan) => {
    setProblem(undefined);
    setFetching(fetchPack(placeId, wanted));
  };
  useEffect(() => {
    if (!fetching) return;
    setFetched(fetching.bytes);
    fetching.onProgress = setFetched;
    fetching.done.then(onChange, (error) => setProblem(packProblem(error))).finally(() => setFetching(undefined));
  }, [fetching, onChange]);
  const remove = () => void removePack(placeId).then(() => onChange(undefined));
  const isFetching = fetching !== undefined;

  return (
    <Sheet open onClose={onClose} title={words.packTitle} closeLabel={words.close}>
      <p>{words.packText}</p>
      <Status>
        {pack && !isFetching && <Notice tone="ok">{words.done(ageOf(pack.keptAt))}</Notice>}
        {!plan && !problem && <p>{online ? words.reading : words.connect}</p>}
      </Status>
      {plan && <p className={styles.contents}>{words.contents(plan.files.length - 1, sizeOf(plan.total_bytes))}</p>}
      {plan && isFetching && (
        <div className={styles.progress}>
          <progress aria-label={words.fetching} max={plan.total_bytes} value={fetched} />
          <p>{words.progress(sizeOf(fetched), sizeOf(plan.total_bytes))}</p>
        </div>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.actions}>
        {problem && !plan && (
          <Button wide look="plain" onClick={ask}>
            {words.retry}
          </Button>
        )}
        {plan && (
          <Button wide look={pack ? 'plain' : 'primary'} busy={isFetching} onClick={() => begin(plan)}>
            {pack ? words.refresh : words.fetch(sizeOf(plan.total_bytes))}
          </Button>
        )}
        {pack && (
          <Button wide look="quiet" busy={isFetching} onClick={remove}>
            {words.remove}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
