import type { Answer } from '../../../../contract/endpoint.ts';
import type { getCodeDays } from '../../../../contract/partner-performance.ts';
import type { PlaceOfCodes } from '../../../../contract/places-of-several.ts';
import { mostCodesByDay } from '../../../../contract/portal-states.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { TimeChart } from '../../desk/time-chart.tsx';
import { portalFigures as words } from '../../messages/en/portal-desk.ts';
import { FilterLinks } from '../../ui/filter-links.tsx';

interface CodesByDayProps {
  of: Answer<typeof getCodeDays>;
  place: PlaceOfCodes;
  places: readonly PlaceOfCodes[];
}

/** The codes of one place day by day beside each other, and which of the places that have several it is. */
export function CodesByDay({ of, place, places }: CodesByDayProps) {
  const address = useTableAddress();
  const totals = of.codes.map(({ qr_code_id, label, total }) => ({ label: label ?? qr_code_id, total }));
  const span = of.span ?? 1;
  const text = `${words.codesByDayText(place.name, place.codes > mostCodesByDay)} ${words.codesInAll(totals)}`;
  return (
    <>
      {places.length > 1 && (
        <FilterLinks
          label={words.placesOfSeveral}
          options={places.map(({ id, name }) => {
            return { to: address.to({ place: String(id) }), label: name, current: id === place.id };
          })}
        />
      )}
      <TimeChart
        title={words.codesBeside[span]}
        sentence={text + words.codesSpan[span]}
        pointLabel={words.codesPoint[span]}
        empty={words.codesUntold}
        days={of.days}
        series={of.codes.map(({ qr_code_id, label, scans }) => ({
          label: label ?? qr_code_id,
          values: scans.map((figure) => (typeof figure === 'string' ? words.told(figure) : figure)),
        }))}
      />
    </>
  );
}
