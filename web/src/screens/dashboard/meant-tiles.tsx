import { FigureMeanings } from '../../desk/figure-meanings.tsx';
import { Tiles } from '../../ui/tiles.tsx';

interface MeantTilesProps {
  tiles: readonly (readonly [label: string, figure: string, meaning: string, compared?: string | undefined])[];
}

/** A few figures side by side, and what each of them is for whoever asks. */
export function MeantTiles({ tiles }: MeantTilesProps) {
  return (
    <>
      <Tiles tiles={tiles.map(([label, figure, , compared]) => [label, figure, compared])} />
      <FigureMeanings of={tiles.map(([label, , meaning]) => ({ label, meaning }))} />
    </>
  );
}
