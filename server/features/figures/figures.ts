export { type ComparedRange, partOf, rangeOfDays } from './compared.ts';
export { readOverviewOf } from './overview.ts';
export { findParts, type PartRow, reportedParts } from './parts.store.ts';
export { readRevenueOf } from './revenue.ts';
