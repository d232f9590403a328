import type { Guide } from '../contract.ts';
import { breadcrumbs } from '../../../platform/seo/json-ld.ts';
import { broadcastEvent, broadcastService } from '../../../platform/seo/json-ld-live.ts';
import { nameIn, type Locale } from '../../../platform/text/locale.ts';
import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { Seo } from '../../../platform/seo/seo.ts';

export function guideSeo({ channel, items }: Guide, path: string, locale: Locale, siteUrl: string): Seo {
  const name = nameIn(locale, channel);
  const description = locale === 'fa' ? channel.synopsis_fa : channel.synopsis_en;
  const image = channel.art ? paths.image(channel.art, 192) : paths.fallbackImage('channel', channel.id);
  const url = siteUrl + paths.liveChannel(channel.slug);
  return {
    title: m.guide_seo({ name }),
    description: description || m.lives_description(),
    path,
    image,
    jsonLd: [
      broadcastService({
        name,
        alternateName: locale === 'fa' ? channel.name_en : channel.name_fa,
        description,
        url,
        logo: siteUrl + image,
      }),
      ...items.map((item) =>
        broadcastEvent({
          name: nameIn(locale, item),
          startsAt: item.starts_at,
          endsAt: item.ends_at,
          channel: url,
        }),
      ),
      breadcrumbs([
        { name: m.nav_home(), url: siteUrl + paths.home() },
        { name: m.nav_lives(), url: siteUrl + paths.lives() },
        { name, url },
      ]),
    ],
  };
}
