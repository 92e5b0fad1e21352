import type { Experience } from '../../../../contract/listings.ts';

/** What happens on the map, in the words of the analytics events; whoever records them passes in a listener. */
export type MapEvent =
  | { type: 'location_permission_granted'; accuracy: number }
  | { type: 'location_permission_denied'; error: string }
  | {
      type: 'map_initialized';
      pins_count: number;
      clusters_count: number;
      has_user_location: boolean;
      map_mode: MapMode;
    }
  | {
      type: 'map_pin_clicked';
      business_listing_id: number;
      distance: number | null;
      is_featured: boolean;
      zoom_level: number;
    }
  | {
      type: 'map_booking_initiated';
      business_listing_id: number;
      listing_name: string;
      category: string;
      price_range: Experience['price_range'];
      booking_url: string | null;
    };

export type MapMode = 'standard' | 'satellite';
