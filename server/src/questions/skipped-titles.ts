/** Without a number in front, a site's name behind, and white space around. */
export const plainTitle = (title: string): string =>
  title
    .replace(/\s+[|·]\s.*$/u, '')
    .replace(/^\d+(?:\.\d+)*[.)]\s+/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Titles of pages and sections that every site has, which say nothing about what it holds. */
const COMMON = new RegExp(
  `^(?:${[
    'home|index|start|content|contents|table of contents|sitemap|search|menu|untitled|readme|page not found|not found|\\d{3}(?: .*)?',
    'overview|introduction|intro|about|background|basics|concepts?|tutorials?|guides?|how-?tos?|tasks|reference|references|resources|more resources|examples?|usage|samples?|demo|welcome.*|(?:\\S+ ){0,3}(?:docs|documentation)',
    "get(?:ting)? started|quick ?starts?|installation|setup|prerequisites|requirements|before you begin|next steps|what[’']?s next|see also|further (?:information|reading)|additional .*|related .*|learn more|summary|conclusion|limitations|notes?|tips|faqs?|frequently asked questions|best practices|known issues|configuration|settings|options|advanced|general|apis?|sdks?|cli|enterprise|security|architecture|features|integrations|administration|troubleshooting|errors?|error codes|(?:suggested|recommended) reading|support|contact|help|feedback|glossary|decisions|news|blog|pricing|models?",
    'übersicht|einführung|schnellstart|fehlerbehebung|einstellungen|konfiguration|démarrage rapide|dépannage|paramètres|configuración|einleitung|startseite|erste schritte|voraussetzungen|beispiele?|impressum|datenschutz.*|agb|inicio|introducción|ejemplos?|requisitos|accueil|exemples?|prérequis|mentions légales|primi passi|introduzione|início|introdução',
  ].join('|')})[?!.:]?$`,
  'iu',
)
const LEGAL_OR_NEWS =
  /\b(?:change ?logs?|release notes?|what['’]s new|releases?|versions? history|breaking changes|deprecat\w*|privacy|terms (?:of|and)|legal|licen[cs]es?|copyright|trademarks?|cookies? policy|code of conduct|agreement|takedown|dmca|disclaimer|tax|legacy|removed|disambiguation|(?:reference|guide|checklist|walkthrough)$|cheat ?sheet|endpoints|imprint|änderungsprotokoll|versionshinweise|notas de la versión|notes de version)\b/iu
const MACHINE = /[{}<>%=\\|]|\/|[a-z]_[a-z].*\s|^[^\p{L}]*$|^\S*(?:\.\w{2,4})$/u
const VERSION = /\bv?\d+\.\d+(?:\.\d+)*\b|\bv\d+(?:alpha|beta)?\d*\b/iu
const DATE =
  /\b(?:\d{4}-\d{2}(?:-\d{2})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})\b/iu
const NUMBERED =
  /^(?:example|figure|step|part|chapter|section|beispiel|schritt|teil|ejemplo|exemple|étape) \d+/iu

/** From one version to another is a step that readers ask for. */
const BETWEEN_VERSIONS = /^(?:upgrad|migrat|mov|downgrad|switch)(?:e|ing)?\s(?:from|to)\s/iu

/** Whether the page is a poor place to begin. */
export const isSkipped = (title: string): boolean =>
  [COMMON, LEGAL_OR_NEWS, MACHINE, DATE, NUMBERED].some((pattern) => pattern.test(title)) ||
  (VERSION.test(title) && !BETWEEN_VERSIONS.test(title))
