import type { BroadcastEvent, BroadcastService } from 'schema-dts';

interface ChannelFacts {
  name: string;
  alternateName: string;
  description: string;
  /** Absolute. */
  url: string;
  logo: string;
}

/** schema.org BroadcastService of a live channel; its events name it by `@id`. */
export function broadcastService({ logo, ...facts }: ChannelFacts): Exclude<BroadcastService, string> {
  return {
    '@type': 'BroadcastService',
    '@id': serviceId(facts.url),
    ...facts,
    broadcastDisplayName: facts.name,
    broadcastTimezone: 'Asia/Tehran',
    inLanguage: 'fa',
    logo,
  };
}

interface EventFacts {
  name: string;
  /** Epoch seconds. */
  startsAt: number;
  endsAt: number;
  /** The absolute address of the channel. */
  channel: string;
}

/** schema.org BroadcastEvent of one programme. */
export function broadcastEvent({ name, startsAt, endsAt, channel }: EventFacts): Exclude<BroadcastEvent, string> {
  return {
    '@type': 'BroadcastEvent',
    name,
    startDate: new Date(startsAt * 1000).toISOString(),
    endDate: new Date(endsAt * 1000).toISOString(),
    isLiveBroadcast: true,
    publishedOn: { '@type': 'BroadcastService', '@id': serviceId(channel) },
  };
}

function serviceId(url: string): string {
  return `${url}#channel`;
}
