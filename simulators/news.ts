import type { Sale } from './books.ts';
import { addressOf } from './platforms.ts';

/**
 * A booking as FareHarbor's webhook has it, with the names of its documents and samples. These have no field for the link's `ref`; where
 * the booking is not silent it comes back as what FareHarbor's reports call it.
 */
export function webhookOf(sale: Sale): object {
  const { supplier, item, reference, rebookedFrom, rebookedTo } = sale;
  const other = (id: string | null) => id && { uuid: id };
  const [subtotal, taxes, total] = [sale.cents - sale.taxCents, sale.taxCents, sale.cents];
  return {
    booking: {
      ...{ pk: Number(reference), uuid: sale.id, display_id: `#${reference}`, external_id: '', voucher_number: '' },
      ...(!sale.isSilent && sale.click && { online_booking_reference: sale.click }),
      ...{ order: null, status: sale.status, rebooked_from: other(rebookedFrom), rebooked_to: other(rebookedTo) },
      company: { shortname: supplier, name: supplier, currency: 'usd' },
      affiliate_company: sale.affiliate && { shortname: sale.affiliate, name: sale.affiliate, currency: 'usd' },
      availability: {
        ...{ pk: Number(`6${reference}`), start_at: `${sale.day}T${sale.time}:00-1000`, capacity: 12 },
        ...{ headline: '', item: { pk: Number(item), name: sale.title } },
      },
      contact: { name: sale.name, email: sale.email, phone: '', normalized_phone: '', language: 'en-us' },
      ...{ customers: Array.from({ length: sale.guests }, (_, at) => ({ pk: at + 1 })), customer_count: sale.guests },
      ...{ receipt_subtotal: subtotal, receipt_taxes: taxes, receipt_total: total, amount_paid: total },
      ...{ receipt_total_display: dollars(total), amount_paid_display: dollars(total), invoice_price: 0 },
      ...{ confirmation_url: `https:/${addressOf(sale)}`, dashboard_url: '', note: '', custom_field_values: [] },
      ...{ pickup: null, arrival: null, agent: null, desk: null, is_subscribed_for_sms_updates: false },
      effective_cancellation_policy: { type: 'hours-before-start', cutoff: null },
      is_eligible_for_cancellation: sale.status === 'booked',
    },
  };
}

export const dollars = (cents: number): string => (cents / 100).toFixed(2);

/** An event of Viator's feed, which tells no amount and nobody's name. */
export function eventOf(sale: Sale): object {
  const made = sale.change === 1 ? 'CONFIRMATION' : 'AMENDMENT';
  return {
    transactionRef: `PBE-${sale.id}-${sale.change}`,
    campaignValue: sale.isSilent ? '' : (sale.click ?? ''),
    eventType: sale.status === 'cancelled' ? 'CUSTOMER_CANCELLATION' : made,
    bookingRef: sale.reference,
    partnerBookingRef: null,
    lastUpdated: sale.changedAt,
    acknowledgeBy: new Date(Date.parse(sale.changedAt) + 86_400_000).toISOString(),
    bookedItem: { productCode: sale.item, productOptionCode: 'TG1', travelDate: sale.day, travelTime: sale.time },
  };
}
