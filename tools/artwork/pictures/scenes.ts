/** Every kind of picture, by the name the seed data calls it. */
import type { SceneKind } from '../../../db/seed/world.ts';
import type { Scene } from './draw.ts';
import { bowlShelfScene } from './scenes/bowl-shelf.ts';
import { canoeScene } from './scenes/canoe.ts';
import { canyonScene } from './scenes/canyon.ts';
import { coffeeFarmScene } from './scenes/coffee-farm.ts';
import { craterScene } from './scenes/crater.ts';
import { fishpondScene } from './scenes/fishpond.ts';
import { forestTrailScene } from './scenes/forest-trail.ts';
import { gardenLanaiScene } from './scenes/garden-lanai.ts';
import { harborScene } from './scenes/harbor.ts';
import { hotelScene } from './scenes/hotel.ts';
import { kapaStudioScene } from './scenes/kapa-studio.ts';
import { landingScene } from './scenes/landing.ts';
import { lavaScene } from './scenes/lava.ts';
import { leiStandScene } from './scenes/lei-stand.ts';
import { luauDuskScene } from './scenes/luau-dusk.ts';
import { mantaScene } from './scenes/manta.ts';
import { museumHallScene } from './scenes/museum-hall.ts';
import { nightMarketScene } from './scenes/night-market.ts';
import { observatoryScene } from './scenes/observatory.ts';
import { palmBeachScene } from './scenes/palm-beach.ts';
import { printRoomScene } from './scenes/print-room.ts';
import { ranchScene } from './scenes/ranch.ts';
import { reefScene } from './scenes/reef.ts';
import { ridgeScene } from './scenes/ridge.ts';
import { riverScene } from './scenes/river.ts';
import { sailboatScene } from './scenes/sailboat.ts';
import { seaCliffsScene } from './scenes/sea-cliffs.ts';
import { shirtRailScene } from './scenes/shirt-rail.ts';
import { snorkelCoveScene } from './scenes/snorkel-cove.ts';
import { spineScene } from './scenes/spine.ts';
import { surfBeachScene } from './scenes/surf-beach.ts';
import { cafeTableScene, farmTableScene, fishTableScene, picnicTableScene, pokeTableScene } from './scenes/table.ts';
import { taroTerraceScene } from './scenes/taro-terrace.ts';
import { townStreetScene } from './scenes/town-street.ts';
import { valleyScene } from './scenes/valley.ts';
import { voyagingCanoeScene } from './scenes/voyaging-canoe.ts';
import { waterfallScene } from './scenes/waterfall.ts';
import { waveScene } from './scenes/wave.ts';
import { whaleScene } from './scenes/whale.ts';
import { wingsScene } from './scenes/wings.ts';

export const scenes: Record<SceneKind, Scene> = {
  'bowl-shelf': bowlShelfScene,
  canoe: canoeScene,
  canyon: canyonScene,
  'coffee-farm': coffeeFarmScene,
  crater: craterScene,
  fishpond: fishpondScene,
  'forest-trail': forestTrailScene,
  'garden-lanai': gardenLanaiScene,
  harbor: harborScene,
  hotel: hotelScene,
  'kapa-studio': kapaStudioScene,
  lava: lavaScene,
  'lei-stand': leiStandScene,
  'luau-dusk': luauDuskScene,
  manta: mantaScene,
  'museum-hall': museumHallScene,
  'night-market': nightMarketScene,
  observatory: observatoryScene,
  'palm-beach': palmBeachScene,
  'print-room': printRoomScene,
  ranch: ranchScene,
  reef: reefScene,
  ridge: ridgeScene,
  river: riverScene,
  sailboat: sailboatScene,
  'sea-cliffs': seaCliffsScene,
  'shirt-rail': shirtRailScene,
  'snorkel-cove': snorkelCoveScene,
  spine: spineScene,
  'surf-beach': surfBeachScene,
  'poke-table': pokeTableScene,
  'farm-table': farmTableScene,
  'picnic-table': picnicTableScene,
  'fish-table': fishTableScene,
  'cafe-table': cafeTableScene,
  'taro-terrace': taroTerraceScene,
  'town-street': townStreetScene,
  valley: valleyScene,
  'voyaging-canoe': voyagingCanoeScene,
  waterfall: waterfallScene,
  wave: waveScene,
  whale: whaleScene,
  wings: wingsScene,
};

/** The picture at the head of the landing page. */
export const landingPicture = landingScene;
