import { detectPlatform, itemOfLink } from '../../../../contract/booking-links.ts';
import { requestOf } from '../../api.ts';
import type { ConversionBody } from './conversion-queue.ts';

/**
 * What is told of a followed link beside its conversion, where it leads to a platform that the specification names: the address and
 * options of the call. The platform's reference is known to the platform and the traveler alone, and the amount is the assumed one.
 */
export function claimOf(body: ConversionBody, amount: number): [string, RequestInit] | undefined {
  const { qr_code_id, business_listing_id, booking_url = '', conversion_timestamp, booking_details } = body;
  const claim = {
    qr_code_id,
    business_listing_id,
    booking_details: {
      activity_name: booking_details?.experience_name,
      price_range: booking_details?.price_range,
      timestamp: conversion_timestamp,
    },
  };
  const told = { activity_id: itemOfLink(booking_url) ?? null, amount, booking_reference: null };
  const platform = detectPlatform(booking_url);
  if (platform === 'fareharbor')
    return requestOf('POST /api/revenue/fareharbor/booking', { body: { ...claim, fareharbor_data: told } });
  if (platform === 'viator')
    return requestOf('POST /api/revenue/viator/booking', { body: { ...claim, viator_data: told } });
  return undefined;
}
