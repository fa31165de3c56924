/** A setting that is wrong or missing, said so that a newcomer can mend it. */
export class ConfigError extends Error {}
