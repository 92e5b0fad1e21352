import { useState } from 'react';

/**
 * What a sheet is about: as it was shown when the sheet was opened, and once the server has said that somebody else has changed it
 * meanwhile, as it is on screen by then. Nobody overwrites what they were not shown.
 * @param shown what is open on the screen behind the sheet.
 */
export function useByNow<Row extends { id: string }>(begun: Row, shown: Row | null) {
  const [isChanged, setChanged] = useState(false);
  const row = isChanged && shown && shown.id === begun.id ? shown : begun;
  return { row, onChanged: () => setChanged(true) };
}
