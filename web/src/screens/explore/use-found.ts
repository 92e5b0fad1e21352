import { useMemo } from 'react';
import type { Sponsored } from '../../../../contract/campaigns.ts';
import type { Experience } from '../../../../contract/listings.ts';
import type { MapListing } from '../../../../contract/map.ts';
import { sampleExperiences } from '../../features/scanning/sample-experiences.ts';
import { summarize } from '../../features/search/explore-stats.tsx';
import { findKeptExperiences } from '../../features/search/kept-experiences.ts';
import type { ExploreData } from '../../features/search/load-explore.ts';
import type { ExploreSummary } from '../../features/search/load-list.ts';
import { useHasScripts } from '../../ui/use-has-scripts.ts';
import { useAskAgain } from '../../use-server-poll.ts';

/** Where what is shown comes from. */
export type Source = { kind: 'live' | 'sample' } | { kind: 'kept'; keptAt: string };

/** What there is to show. */
export interface Found {
  source: Source;
  summary: ExploreSummary;
  /** Empty where a live map is shown. */
  experiences: readonly Experience[];
  /** Of all that is found, not only of what is on screen. */
  featured: readonly Experience[];
  sponsored: readonly Sponsored[];
  positions: readonly MapListing[];
  tiles: { standard: string; satellite: string; attribution: string } | null;
}

/** The live answer; without one what this device kept of earlier ones; without that the sample set. Back online, it asks again. */
export function useFound(data: ExploreData): Found {
  // The server knows of no device.
  const hasDevice = useHasScripts();
  const isAway = data.found === null && !data.live;
  useAskAgain(isAway || data.isCut, isAway);

  return useMemo(() => {
    const { query, found } = data;
    if (found) {
      const { summary, experiences, featured, sponsored, map } = found;
      return {
        source: { kind: 'live' },
        summary,
        experiences,
        featured,
        sponsored,
        positions: map?.listings ?? [],
        tiles: map?.tiles ?? null,
      };
    }
    const kept = hasDevice ? findKeptExperiences(query) : null;
    const experiences = kept?.experiences ?? sampleExperiences;
    return {
      source: kept ? { kind: 'kept', keptAt: kept.keptAt } : { kind: 'sample' },
      summary: summarize(experiences),
      experiences,
      featured: experiences.filter((one) => one.is_featured),
      sponsored: [],
      positions: experiences.flatMap(positionOf),
      tiles: null,
    };
  }, [data, hasDevice]);
}

const positionOf = ({ latitude, longitude, ...one }: Experience): MapListing[] =>
  latitude === null || longitude === null ? [] : [{ ...one, latitude, longitude }];
