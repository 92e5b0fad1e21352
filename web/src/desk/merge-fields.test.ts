import { expect, test } from 'vitest';
import { mergeFields } from './merge-fields.ts';

const fields = ['name', 'latitude', 'longitude'] as const;
const base = { name: 'Quokka', latitude: '21.3', longitude: '-157.8' };

test('what the other alone has changed is taken over, and what both have changed stays as it was typed', () => {
  const theirs = { ...base, name: 'Quokka Corner' };
  expect(mergeFields(fields, base, base, theirs)).toEqual({ taken: ['name'], both: [] });
  expect(mergeFields(fields, { ...base, name: 'Mine' }, base, theirs)).toEqual({ taken: [], both: ['name'] });
  expect(mergeFields(fields, theirs, base, theirs)).toEqual({ taken: [], both: [] });
});

test('a position is one value: half of the other’s never stands beside half of one’s own', () => {
  const moved = { ...base, latitude: '20.8', longitude: '-156.4' };
  const corrected = { ...base, latitude: '21.4' };
  expect(mergeFields(fields, corrected, base, moved)).toEqual({ taken: [], both: ['latitude', 'longitude'] });
  expect(mergeFields(fields, moved, base, corrected)).toEqual({ taken: [], both: ['latitude', 'longitude'] });
  const other = { ...base, longitude: '-157.9' };
  expect(mergeFields(fields, corrected, base, other)).toEqual({ taken: [], both: ['latitude', 'longitude'] });
  expect(mergeFields(fields, base, base, corrected)).toEqual({ taken: ['latitude', 'longitude'], both: [] });
  expect(mergeFields(fields, moved, base, moved)).toEqual({ taken: [], both: [] });
});

test('of a thing with two positions each is whole by itself', () => {
  const points = ['latitude', 'longitude', 'meeting_latitude', 'meeting_longitude'] as const;
  const from = { latitude: '21.3', longitude: '-157.8', meeting_latitude: '21.2', meeting_longitude: '-157.7' };
  const moved = { ...from, meeting_latitude: '20.8', meeting_longitude: '-156.4' };
  const corrected = { ...from, meeting_latitude: '21.1' };
  const both = ['meeting_latitude', 'meeting_longitude'];
  expect(mergeFields(points, corrected, from, moved)).toEqual({ taken: [], both });
  expect(mergeFields(points, { ...from, latitude: '21.4' }, from, moved)).toEqual({ taken: both, both: [] });
});
