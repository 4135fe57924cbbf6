// Items of lists, dictionaries and texts.
import { isDictionary, isList, type Key, Refusal, shownValue, type Value, whole } from './values.js'

/** More than a character of a text: an operation takes longer. */
export const STEP = 8

/** As a dictionary takes it. */
export function keyOf(value: Value): Key {
  if (typeof value === 'string' || typeof value === 'bigint') return value
  throw new Refusal('a text or a whole number as key of a dictionary', shownValue(value))
}

export function itemOf(object: Value, index: Value): Value {
  if (isDictionary(object)) {
    const value = object.get(keyOf(index))
    if (value !== undefined) return value
    const known = [...object.keys()].slice(0, 10).join(', ')
    throw new Refusal(`a key of the dictionary, which has ${known || 'none'}`, shownValue(index))
  }
  if (!isList(object) && typeof object !== 'string') {
    throw new Refusal('a list, a text or a dictionary, for [ ]', shownValue(object))
  }
  if (typeof index !== 'bigint') throw new Refusal('a whole number as index', shownValue(index))
  const value = object.at(Number(index))
  if (value === undefined) throw new Refusal(`an index below ${object.length}`, `${index}`)
  return value
}

export function sliceOf(object: Value, from: Value, to: Value): Value {
  if (!isList(object) && typeof object !== 'string') throw new Refusal('a list or a text, for [:]', shownValue(object))
  const bound = (value: Value): number | undefined => {
    if (value === null) return undefined
    if (typeof value !== 'bigint') throw new Refusal('whole numbers as bounds', shownValue(value))
    return Number(whole(value))
  }
  return object.slice(bound(from) ?? 0, bound(to))
}

/** How much work it is to make or to read it. */
export function workOf(value: Value): number {
  if (typeof value === 'string') return value.length
  if (isList(value)) return STEP * value.length
  return isDictionary(value) ? STEP * value.size : 0
}
