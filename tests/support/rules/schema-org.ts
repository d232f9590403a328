/** Our own tables of schema.org: what a node of each type must and may say, as Google's rich results read them. */
interface Rule {
  required: readonly string[];
  optional: readonly string[];
}

const CREATIVE_WORK = [
  ...['alternateName', 'inLanguage', 'genre', 'isAccessibleForFree', 'typicalAgeRange', 'actor', 'director'],
  ...[
    'hasPart',
    'dateCreated',
    'countryOfOrigin',
    'description',
    'image',
    '@id',
    'datePublished',
    'about',
    'isPartOf',
    'aggregateRating',
  ],
];

const RULES: Record<string, Rule> = {
  WebSite: { required: ['name', 'url'], optional: ['alternateName', 'inLanguage'] },
  Movie: {
    required: ['name', 'image', 'url', 'dateCreated', 'director', 'duration'],
    optional: [...CREATIVE_WORK, 'video'],
  },
  TVSeries: {
    required: ['name', 'image', 'url', 'startDate', 'containsSeason', 'numberOfSeasons'],
    optional: [...CREATIVE_WORK, 'numberOfEpisodes'],
  },
  TVEpisode: {
    required: ['name', 'image', 'url', 'episodeNumber', 'partOfSeason', 'partOfSeries'],
    optional: [...CREATIVE_WORK, 'timeRequired', 'video'],
  },
  TVSeason: { required: ['seasonNumber'], optional: ['numberOfEpisodes', 'name', 'url'] },
  VideoObject: {
    required: ['name', 'description', 'thumbnailUrl', 'uploadDate', 'duration'],
    optional: [...CREATIVE_WORK, 'url', 'isFamilyFriendly'],
  },
  AggregateRating: { required: ['ratingValue', 'ratingCount', 'bestRating', 'worstRating'], optional: [] },
  Clip: { required: ['name', 'startOffset', 'endOffset', 'url'], optional: ['@id'] },
  WebPageElement: { required: ['isAccessibleForFree', 'cssSelector'], optional: [] },
  Country: { required: ['name'], optional: [] },
  Person: {
    required: ['name', 'url'],
    optional: [
      'image',
      'alternateName',
      'birthDate',
      'jobTitle',
      'hasOccupation',
      'knowsAbout',
      'colleague',
      '@id',
      'performerIn',
    ],
  },
  Periodical: {
    required: ['name', 'url', 'hasPart'],
    optional: ['alternateName', 'description', 'image', 'inLanguage'],
  },
  Newspaper: {
    required: ['name', 'url', 'hasPart'],
    optional: ['alternateName', 'description', 'image', 'inLanguage'],
  },
  PublicationIssue: { required: ['issueNumber', 'datePublished'], optional: ['name', 'image', 'url'] },
  BroadcastService: {
    required: ['@id', 'name', 'url', 'broadcastDisplayName', 'logo'],
    optional: ['broadcastTimezone', 'inLanguage', 'description', 'alternateName'],
  },
  BroadcastEvent: {
    required: ['name', 'startDate', 'endDate', 'isLiveBroadcast', 'publishedOn'],
    optional: ['inLanguage', 'url', 'description', 'eventStatus', 'location', 'image'],
  },
  BreadcrumbList: { required: ['itemListElement'], optional: [] },
  ItemList: { required: ['itemListElement', 'numberOfItems', 'name'], optional: ['itemListOrder', 'url'] },
  ListItem: { required: ['position'], optional: ['name', 'url', 'item'] },
};

/** Forms of the values of some properties, at any depth. */
const FORMS: Record<string, RegExp> = {
  url: /^https?:\/\/[^\s]+$/,
  image: /^https?:\/\/[^\s]+$/,
  thumbnailUrl: /^https?:\/\/[^\s]+\.jpg$/,
  duration: /^PT\d+H[0-5]?\dM$/,
  timeRequired: /^PT\d+H[0-5]?\dM$/,
  uploadDate: /^\d{4}-\d\d-\d\dT00:00:00\+03:30$/,
  dateCreated: /^\d{4}$/,
  startDate: /^\d{4}/,
  cssSelector: /^\.[a-z-]+$/,
};

/** Properties that only point at a node whose own page says the rest, with what they say of it. */
const POINTERS = [
  ['.partOfSeries', ['name', 'url']],
  ['.publishedOn', ['@id']],
] as const;

/** Everything that is wrong with a node and the nodes within it, each with its place. */
export function findSchemaProblems(node: unknown, place = ''): string[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => findSchemaProblems(item, `${place}[${String(index)}]`));
  if (typeof node !== 'object' || node === null) return [];
  const { '@type': type, ...properties } = node as Record<string, unknown>;
  const inside = Object.entries(properties).flatMap(([name, value]) => findSchemaProblems(value, `${place}.${name}`));
  // A reference to a node that stands elsewhere.
  if (type === undefined && Object.keys(properties).join() === '@id') return inside;
  const rule = typeof type === 'string' ? RULES[type] : undefined;
  if (!rule) return [`${place}: no rule for ${String(type)}`, ...inside];
  const at = `${place} (${String(type)})`;
  const empty = (value: unknown) => value === undefined || value === null || value === '';
  const required = POINTERS.find(([property]) => place.endsWith(property))?.[1] ?? rule.required;
  return [
    ...required.filter((name) => empty(properties[name])).map((name) => `${at} lacks ${name}`),
    ...Object.keys(properties)
      .filter((name) => ![...required, ...rule.required, ...rule.optional].includes(name))
      .map((name) => `${at} has no property ${name}`),
    ...Object.entries(properties).flatMap(([name, value]) =>
      typeof value === 'string' && FORMS[name] && !FORMS[name].test(value) ? [`${at}: ${name} is ${value}`] : [],
    ),
    ...inside,
  ];
}
