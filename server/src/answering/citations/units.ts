/** What a unit measures, and how much of its base one of it is. */
export type Unit = { dimension: string; factor: number }

const SECOND = 1
const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/** Decimal and binary units of data count as one: writers mix them. */
const GROUPS: readonly (readonly [dimension: string, units: Readonly<Record<string, number>>])[] = [
  [
    'time',
    {
      'ms millisecond milliseconds': SECOND / 1_000,
      's sec secs second seconds sekunde sekunden seconde secondes segundo segundos': SECOND,
      'min mins minute minutes minuten minuto minutos': MINUTE,
      'h hr hrs hour hours stunde stunden heure heures hora horas': HOUR,
      'd day days tag tage tagen jour jours día días': DAY,
      'week weeks woche wochen semaine semaines semana semanas': 7 * DAY,
      'month months monat monate monaten mois mes meses': 30 * DAY,
      'year years jahr jahre jahren an ans année années año años': 365 * DAY,
      'decade decades': 3_650 * DAY,
      'century centuries': 36_500 * DAY,
    },
  ],
  [
    'data',
    {
      'byte bytes': 1,
      'kb kib kilobyte kilobytes': 2 ** 10,
      'mb mib mi megabyte megabytes': 2 ** 20,
      'gb gib gi gigabyte gigabytes': 2 ** 30,
      'tb tib ti terabyte terabytes': 2 ** 40,
    },
  ],
  [
    'length',
    {
      'mm millimeter millimeters millimetre millimetres': 0.001,
      'cm centimeter centimeters centimetre centimetres': 0.01,
      'inch inches': 0.0254,
      'ft foot feet': 0.3048,
      'yd yard yards': 0.9144,
      'meter meters metre metres': 1,
      'km kilometer kilometers kilometre kilometres': 1_000,
      'mi mile miles': 1_609,
    },
  ],
  ['mass', { 'g gram grams': 0.001, 'kg kilogram kilograms': 1, 'tonne tonnes ton tons': 1_000 }],
  ['share', { '% percent pct prozent': 1 }],
  [
    'count',
    { thousand: 1e3, 'million millions': 1e6, 'billion billions': 1e9, 'trillion trillions': 1e12 },
  ],
]

const UNITS: ReadonlyMap<string, Unit> = new Map(
  GROUPS.flatMap(([dimension, units]) =>
    Object.entries(units).flatMap(([names, factor]) =>
      names.split(' ').map((name) => [name, { dimension, factor }] as const),
    ),
  ),
)

export const findUnit = (word: string): Unit | undefined => UNITS.get(word.toLowerCase())
