import type { BroadcastEvent, BroadcastService } from 'schema-dts';

interface ChannelFacts {
  name: string;
  alternateName: string;
  description: string;
  url: string;
  logo: string;
}

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
  startsAt: number; // Epoch seconds
  endsAt: number;
  channel: string;
}

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
